// Paying: the payment provider's iframe turns the card into a token, then the order is sent with it.

const form = document.querySelector("#checkout");
const frame = document.querySelector("#card");
const { origin } = frame.dataset;
const giftWrap = form.elements.gift_wrap;
const total = document.querySelector("#order-total");

function showTotal() {
  const { cents, giftWrapCents } = total.dataset;
  document.querySelector("[data-gift-wrap]").hidden = !giftWrap.checked;
  total.textContent = `$${((Number(cents) + (giftWrap.checked ? Number(giftWrapCents) : 0)) / 100).toFixed(2)}`;
}

giftWrap.addEventListener("change", showTotal);
showTotal();

form.addEventListener("submit", (event) => {
  // Without an address or a date the shop will ask again: there is no need to bother the bank.
  const complete = ["recipient", "street", "city", "delivery"].every((name) => form.elements[name].value.trim());
  if (!complete || form.elements.payment.value) return;
  event.preventDefault();
  frame.contentWindow.postMessage({ type: "tokenise" }, origin);
});
window.addEventListener("message", (event) => {
  if (event.origin !== origin || event.data.type !== "token") return;
  form.elements.payment.value = event.data.token;
  form.requestSubmit();
});
