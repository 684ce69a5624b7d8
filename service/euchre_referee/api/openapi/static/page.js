// The page reads well without this: it adds the forms, and the search in the contents.
"use strict";

const MOST_TEXT = 200_000;
const token = document.getElementById("token");

for (const form of document.querySelectorAll("form[hidden]")) form.hidden = false;
for (const form of document.querySelectorAll("form.try")) {
  let stop = new AbortController();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    stop.abort();
    stop = new AbortController();
    send(form, stop.signal);
  });
  form.addEventListener("reset", () => stop.abort());
}
for (const form of document.querySelectorAll("form.token, form[role=search]")) {
  form.addEventListener("submit", (event) => event.preventDefault());
}

document.getElementById("find").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase();
  for (const item of document.querySelectorAll("nav li")) {
    item.hidden = !item.textContent.toLowerCase().includes(words);
  }
});

/** The address of a form's call, relative to the page, so that it also holds behind a prefix. */
function address(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll("input[data-in]")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.append(input.name, input.value);
  }
  return path.slice(1) + (query.size ? `?${query}` : "");
}

async function send(form, signal) {
  const told = form.querySelector(".told");
  const body = form.querySelector("textarea");
  const headers = {};
  if (token.value) headers.Authorization = `Bearer ${token.value}`;
  if (body) headers["Content-Type"] = "application/json";
  told.textContent = "...";
  try {
    const answer = await fetch(address(form), { method: form.dataset.verb, headers, body: body?.value, signal });
    told.textContent = `${answer.status} ${answer.statusText}\n\n`;
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) await follow(answer, told);
    else told.textContent += pretty(await answer.text());
  } catch (error) {
    told.textContent += `\n${error.name === "AbortError" ? "stopped" : error.message}`;
  }
}

async function follow(answer, told) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    told.textContent = (told.textContent + value).slice(-MOST_TEXT);
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
