"""The admin is all there is."""

from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

admin.site.site_header = "Westhaven Library"

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    path("favicon.ico", RedirectView.as_view(url="/static/admin/img/icon-viewlink.svg")),
]
