// What every page needs: suggestions while typing, adding to the cart, and questions before something is lost.

const search = document.querySelector("#q");
const list = document.querySelector("#suggestions");
let waiting;
let asked = 0;

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function showSuggestions(products) {
  list.replaceChildren(...products.map(({ name, price, url }, index) => {
    const option = make("li", { id: `suggestion-${index}`, role: "option", ariaSelected: "false" },
      make("span", {}, name), " ", make("span", { className: "hint" }, price));
    option.dataset.url = url;
    return option;
  }));
  list.hidden = products.length === 0;
  search.ariaExpanded = String(!list.hidden);
  search.removeAttribute("aria-activedescendant");
}

search.addEventListener("input", () => {
  clearTimeout(waiting);
  const question = ++asked;
  waiting = setTimeout(async () => {
    const response = await fetch(`/suggestions?q=${encodeURIComponent(search.value)}`);
    const products = await response.json();
    // A slow answer must not replace the answer to what was typed since.
    if (question === asked) showSuggestions(products);
  }, 120);
});
search.addEventListener("keydown", (event) => {
  const options = [...list.children];
  const current = options.findIndex((option) => option.ariaSelected === "true");
  if (event.key === "Escape") showSuggestions([]);
  else if (event.key === "Enter" && current >= 0) {
    event.preventDefault();
    location.href = options[current].dataset.url;
  } else if (options.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const next = (current + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
    options.forEach((option, index) => { option.ariaSelected = String(index === next); });
    search.setAttribute("aria-activedescendant", options[next].id);
  }
});
list.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) location.href = option.dataset.url;
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) showSuggestions([]);
});

function toast(text, total) {
  document.querySelector(".toast")?.remove();
  const note = make("aside", { className: "toast", ariaLabel: "Cart news" }, make("p", {}, text));
  if (total) {
    note.append(make("dl", {}, make("div", {}, make("dt", {}, "Cart total"), make("dd", {}, total))),
      make("a", { href: "/cart" }, "View cart"));
  }
  document.body.append(note);
}

for (const form of document.querySelectorAll("form[data-add-to-cart]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const response = await fetch(form.action, {
      method: "POST", body: new FormData(form), headers: { Accept: "application/json" },
    });
    const { count, name, total, problem } = await response.json();
    if (problem) return toast(problem);
    document.querySelector(".badge").textContent = `${count} item${count === 1 ? "" : "s"}`;
    toast(`${name} is in your cart.`, total);
  });
}
for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault();
  });
}
for (const form of document.querySelectorAll("form[data-submit-on-change]")) {
  form.addEventListener("change", () => form.requestSubmit());
}
for (const input of document.querySelectorAll("input[data-preview]")) {
  input.addEventListener("change", () => {
    const preview = document.querySelector("#preview");
    const [file] = input.files;
    preview.hidden = !file;
    if (file) {
      preview.src = URL.createObjectURL(file);
      preview.alt = `Preview of ${file.name}`;
    }
  });
}
