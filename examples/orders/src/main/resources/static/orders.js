"use strict";

const $ = id => document.getElementById(id);
const sent = new Map();
const MOST_ANSWERS = 100;

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map(byte => byte.toString(16).padStart(2, "0")).join("");

const escaped = part => part.replaceAll("%", "%25").replaceAll("#", "%23");

/** As the service hashes it; null where the browser has no hashes (plain http to another machine). */
async function hashOf(key) {
  if (!crypto.subtle) return null;
  const bytes = new TextEncoder().encode("orders.place#" + escaped(key.trim()));
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map(byte => byte.toString(16).padStart(2, "0")).join("");
}

const order = quantity => JSON.stringify({ item: $("item").value, quantity });

async function send(body, demo) {
  const key = $("key").value;
  sent.set(key, (sent.get(key) ?? 0) + 1);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  if (demo) headers["Orders-Demo"] = demo;
  try {
    const answer = await fetch("/orders", { method: "POST", headers, body });
    const text = await answer.text();
    show(answer.status, meaning(answer, text), text);
  } catch {
    show("none", "the service did not answer", "");
  }
}

function meaning(answer, text) {
  if (answer.status === 201) return answer.headers.has("Idempotent-Replayed") ? "replayed" : "placed";
  const retry = answer.headers.get("Retry-After");
  let code;
  try { code = JSON.parse(text).code; } catch { /* no JSON */ }
  return (code ?? "unexpected") + (retry ? `, again in ${retry} s` : "");
}

function show(status, what, body) {
  const row = document.createElement("li");
  row.className = status === 201 ? "good" : status === 409 || status === 422 ? "warn" : "bad";
  for (const [tag, text] of [["b", status], ["i", what], ["span", body]]) {
    const part = document.createElement(tag);
    part.textContent = text;
    row.append(part);
  }
  row.title = body;
  const answers = $("answers");
  answers.querySelector(".empty")?.remove();
  answers.prepend(row);
  while (answers.children.length > MOST_ANSWERS) answers.lastChild.remove();
}

const acts = {
  again: quantity => send(order(quantity)),
  twenty: quantity => Promise.all(Array.from({ length: 20 }, () => send(order(quantity)))),
  change: quantity => send(order(quantity === 1000 ? 1 : quantity + 1)),
  fail: quantity => send(order(quantity), "fail"),
  "fail-after-insert": quantity => send(order(quantity), "fail-after-insert"),
};

async function act(name) {
  if (!$("order").reportValidity()) return;
  await acts[name](Number($("quantity").value));
  await refresh();
}

const time = text => text ? new Date(text).toLocaleTimeString() : "";
const short = hash => hash.slice(0, 8);

function fill(id, rows, mine) {
  $(id).replaceChildren(...rows.map(({ hash, cells }) => {
    const row = document.createElement("tr");
    if (hash === mine) row.className = "mine";
    for (const [text, style] of cells) {
      const cell = document.createElement("td");
      cell.textContent = text ?? "";
      if (style) cell.className = style;
      row.append(cell);
    }
    return row;
  }));
}

const statusOf = record => record.lapsed ? "LAPSED" : record.status;
const styleOf = record => record.status === "COMPLETED" ? "good" : record.lapsed ? "bad" : "warn";

/** A slow answer must not overwrite a later one. */
let asked = 0;

async function refresh() {
  const mine = ++asked;
  const key = $("key").value;
  const [records, orders, hash] = await Promise.all([
    fetch("/records").then(answer => answer.json()),
    fetch("/orders?limit=200").then(answer => answer.json()),
    hashOf(key),
  ]);
  if (mine !== asked) return;
  fill("records", records.reverse().map(one => ({
    hash: one.keyHash,
    cells: [[short(one.keyHash)], [one.scope], [statusOf(one), styleOf(one)], [one.attempt], [one.claimedBy],
      [time(one.createdAt)], [time(one.leaseUntil)], [time(one.completedAt)]],
  })), hash);
  fill("orders", orders.map(one => ({
    hash: one.keyHash,
    cells: [[short(one.keyHash)], [one.id, "code"], [one.item], [one.quantity], [one.attempt], [one.placedBy],
      [time(one.placedAt)]],
  })), hash);
  const record = records.find(one => one.keyHash === hash);
  $("sent").textContent = sent.get(key) ?? 0;
  $("ran").textContent = hash === null ? "?" : orders.filter(one => one.keyHash === hash).length;
  $("status").textContent = hash === null ? "?" : record ? `${statusOf(record)}, attempt ${record.attempt}` : "none";
}

const refreshQuietly = () => refresh().catch(() => { /* shown by the next request */ });

$("order").addEventListener("submit", event => {
  event.preventDefault();
  act("again");
});
document.querySelectorAll("[data-act]").forEach(button =>
  button.addEventListener("click", () => act(button.dataset.act)));
$("new-key").addEventListener("click", () => {
  $("key").value = newKey();
  refreshQuietly();
});
$("key").addEventListener("input", refreshQuietly);

$("key").value = newKey();
refreshQuietly();
setInterval(refreshQuietly, 2000);

fetch("/demo").then(answer => answer.json()).then(({ demo }) => {
  if (demo) return;
  document.querySelectorAll(".bad[data-act]").forEach(button => { button.disabled = true; });
  $("hint").textContent = "Failures can be asked for where the service is started with --orders.demo=true.";
  $("hint").hidden = false;
});
