// <star-rating name="stars" label="Your rating">: one to five stars, as a form field in an open shadow root.

class StarRating extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  value = 0;

  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>
      div { display: inline-flex; gap: .15rem; }
      button { border: 0; background: none; padding: 0 .1rem; font-size: 1.9rem; line-height: 1; color: #cfc4b4; cursor: pointer; }
      button.on { color: #b3801f; }
      button:focus-visible { outline: 3px solid #2f5d6266; border-radius: 4px; }
    </style><div role="radiogroup"></div>`;
    const group = root.querySelector("div");
    group.ariaLabel = this.getAttribute("label");
    for (let stars = 1; stars <= 5; stars++) {
      const button = document.createElement("button");
      button.type = "button";
      button.role = "radio";
      button.ariaLabel = stars === 1 ? "1 star" : `${stars} stars`;
      button.textContent = "★";
      button.addEventListener("click", () => this.#choose(stars));
      group.append(button);
    }
    group.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#choose(Math.min(5, Math.max(1, this.value + step)));
      group.children[this.value - 1].focus();
    });
    this.#show();
  }

  #choose(stars) {
    this.value = stars;
    this.#internals.setFormValue(String(stars));
    this.#show();
  }

  #show() {
    [...this.shadowRoot.querySelectorAll("button")].forEach((button, index) => {
      button.ariaChecked = String(index + 1 === this.value);
      button.tabIndex = index + 1 === (this.value || 1) ? 0 : -1;
      button.classList.toggle("on", index < this.value);
    });
  }
}

customElements.define("star-rating", StarRating);
