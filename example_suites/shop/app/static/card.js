// Inside the payment provider's iframe. Only the shop it belongs to may ask for a token, and only a token leaves it.

const { merchant } = document.body.dataset;
const form = document.querySelector("#fields");
const problem = document.querySelector("#problem");
const number = form.elements.number;
const expiry = form.elements.expiry;

number.addEventListener("input", () => {
  number.value = number.value.replace(/\D/g, "").slice(0, 19).replace(/(\d{4})(?=\d)/g, "$1 ");
});
expiry.addEventListener("input", (event) => {
  if (event.inputType === "deleteContentBackward") return;
  const digits = expiry.value.replace(/\D/g, "").slice(0, 4);
  expiry.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
});
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("message", async (event) => {
  if (event.origin !== merchant || event.data.type !== "tokenise") return;
  const response = await fetch("/tokens", { method: "POST", body: new FormData(form) });
  const answer = await response.json();
  problem.hidden = !answer.problem;
  problem.textContent = answer.problem ?? "";
  if (answer.token) window.parent.postMessage({ type: "token", token: answer.token }, merchant);
});
