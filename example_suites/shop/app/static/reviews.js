// Loads the next reviews when the reader comes near the end of the list.

const reviews = document.querySelector("#reviews");
const end = document.querySelector("#more-reviews");
let page = 0;

async function loadMore() {
  const response = await fetch(`${reviews.dataset.source}?page=${page++}`);
  reviews.insertAdjacentHTML("beforeend", await response.text());
  return response.headers.get("X-More") === "yes";
}

if (reviews) {
  const watcher = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return;
    watcher.unobserve(end);
    // Observing anew reports at once if the end is still in sight.
    if (await loadMore()) watcher.observe(end);
    else end.textContent = "These are all reviews.";
  });
  watcher.observe(end);
}
for (const form of document.querySelectorAll("form[data-review]")) {
  form.addEventListener("submit", (event) => {
    const missing = !form.querySelector("star-rating").value;
    document.querySelector("#stars-problem").hidden = !missing;
    if (missing) event.preventDefault();
  });
}
