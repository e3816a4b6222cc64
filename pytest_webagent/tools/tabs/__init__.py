"""The tabs of the session: opening, switching and closing them."""
