import type { IdentityWords } from "./identity-words.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");

/**
 * The styles of the sign-in pages. They are served as a file, because the pages' content security policy doesn't allow
 * any other styles.
 */
export const STYLES = `:root{color-scheme:light dark;--bg:light-dark(#f7f9f9,#0a1012);--surface:light-dark(#fff,#0f1719);--border:light-dark(#dde5e4,#20302f);--strong:light-dark(#7c8f8d,#5b7270);--text:light-dark(#101c1d,#e4ecea);--quiet:light-dark(#495b5a,#a3b4b1);--accent:light-dark(#0a7354,#45d397);--on:light-dark(#fff,#06251a);--bad:light-dark(#b3261e,#ff8b80)}
*{box-sizing:border-box}body{margin:0;min-block-size:100dvh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--bg);color:var(--text);font:0.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Open Sans",sans-serif}
main{inline-size:min(24rem,100%);padding:2rem;border:1px solid var(--border);border-radius:12px;background:var(--surface)}
h1{margin:0 0 .5rem;font-size:1.375rem;letter-spacing:-.01em}p{margin:0 0 1rem;color:var(--quiet)}form{display:flex;flex-direction:column;gap:.875rem;margin-block-end:1rem}
label{display:flex;flex-direction:column;gap:.25rem;font-size:.8125rem;font-weight:550}small{color:var(--quiet);font-weight:400}
input{min-block-size:2.5rem;padding:.25rem .75rem;border:1px solid var(--strong);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
button{min-block-size:2.5rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
.second{display:grid;place-items:center;min-block-size:2.5rem;border:1px solid var(--strong);border-radius:6px;background:none;color:var(--text);font-weight:600;text-decoration:none}
a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}hr{inline-size:100%;margin:1.25rem 0;border:0;border-block-start:1px solid var(--border)}
.told{padding:.5rem .75rem;border-inline-start:3px solid var(--bad);color:var(--text)}pre{overflow-wrap:anywhere;white-space:pre-wrap}`;

/** Builds a page from a title and content. */
function page(language: string, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><link rel="stylesheet" href="/identity/styles.css"></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}

interface Shown {
  language: string;
  words: IdentityWords;
  /** The URL of the sign-in, without a trailing slash. */
  at: string;
  /** Whether people other than the machine's owner can reach the page. */
  isForTeam: boolean;
  told?: string | undefined;
  email?: string | undefined;
}

const told = (text: string | undefined) => (text ? `<p class="told" role="alert">${escaped(text)}</p>` : "");
const field = (label: string, name: string, rest: string, hint = "") =>
  `<label>${escaped(label)}${hint ? ` <small>${escaped(hint)}</small>` : ""}<input name="${name}" required ${rest}></label>`;
const emailField = (words: IdentityWords, email = "") =>
  field(words.email, "email", `type="email" autocomplete="username" value="${escaped(email)}"`);
const passwordField = (label: string, autocomplete: string, hint = "") =>
  field(label, "password", `type="password" autocomplete="${autocomplete}"`, hint);
const codeField = (words: IdentityWords) =>
  field(words.code, "code", 'inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}"');

/**
 * Builds the first page for new users, with these choices: look around immediately (only for the machine's owner), open
 * an account, or sign in.
 */
export function welcomePage({ language, words, at, isForTeam, told: text, email }: Shown): string {
  const lookAround = isForTeam
    ? ""
    : `<p>${escaped(words.intro)}</p><form method="post" action="${at}/look-around"><button>${escaped(words.lookAround)}</button></form>`;
  return page(
    language,
    words.welcome,
    `${lookAround}<a class="second" href="${at}/sign-up">${escaped(words.signUp)}</a><hr>${told(text)}<form method="post" action="${at}/sign-in">${emailField(words, email)}${passwordField(words.password, "current-password")}<button>${escaped(words.signIn)}</button></form><a href="${at}/forgot">${escaped(words.forgot)}</a>`,
  );
}

/** Builds the page that asks for an email address and a password. */
export function signUpPage({ language, words, at, told: text, email }: Shown): string {
  return page(
    language,
    words.signUp,
    `${told(text)}<form method="post" action="${at}/sign-up">${emailField(words, email)}${passwordField(words.password, "new-password", words.passwordHint)}<button>${escaped(words.signUp)}</button></form><a href="${at}">${escaped(words.back)}</a>`,
  );
}

/** Builds the page that asks for the emailed code. If `purpose` is reset, it also asks for a new password. */
export function codePage(
  { language, words, at, isForTeam, told: text, email = "" }: Shown,
  purpose: "confirm" | "reset",
): string {
  const password = purpose === "reset" ? passwordField(words.newPassword, "new-password", words.passwordHint) : "";
  const hidden = `<input type="hidden" name="email" value="${escaped(email)}">`;
  // A new account's code is stored together with its password, so sending another code requires the address and the
  // password again.
  const another =
    purpose === "reset"
      ? `<form method="post" action="${at}/forgot">${hidden}<button class="second">${escaped(words.sendAnother)}</button></form>`
      : `<form method="get" action="${at}/sign-up"><button class="second">${escaped(words.sendAnother)}</button></form>`;
  const mail = `/identity/mail?to=${encodeURIComponent(email)}`;
  const seeMail = isForTeam
    ? ""
    : ` <a href="${escaped(mail)}" target="_blank" rel="noopener">${escaped(words.seeMail)}</a>`;
  return page(
    language,
    words[purpose],
    `<p>${escaped(words.codeSent.replace("{email}", email))}${seeMail}</p>${told(text)}<form method="post" action="${at}/${purpose}">${hidden}${codeField(words)}${password}<button>${escaped(words[purpose])}</button></form>${another}<a href="${at}">${escaped(words.back)}</a>`,
  );
}

/** Builds the page that asks for the address to send a password reset code to. */
export function forgotPage({ language, words, at, told: text, email }: Shown): string {
  return page(
    language,
    words.forgot,
    `${told(text)}<form method="post" action="${at}/forgot">${emailField(words, email)}<button>${escaped(words.sendCode)}</button></form><a href="${at}">${escaped(words.back)}</a>`,
  );
}

/** Builds the page that lists the emails written on this machine. */
export function mailPage(
  { language, words }: Pick<Shown, "language" | "words">,
  mails: readonly { to: string[]; subject: string; text: string; at: string }[],
): string {
  const body = mails.map(
    ({ to, subject, text, at }) =>
      `<hr><p><strong>${escaped(subject)}</strong><br><small>${escaped(to.join(", "))} · ${escaped(at)}</small></p><pre>${escaped(text)}</pre>`,
  );
  return page(language, words.mailTitle, body.join("") || `<p>${escaped(words.noMail)}</p>`);
}

/** Builds the page for a client that sends too many requests. */
export function tooManyPage({ language, words }: Pick<Shown, "language" | "words">): string {
  return page(language, words.signIn, `<p>${escaped(words.tooMany)}</p>`);
}

/** Builds the page for a sign-in that can't be continued. */
export function gonePage({ language, words }: Pick<Shown, "language" | "words">): string {
  return page(
    language,
    words.signIn,
    `<p>${escaped(words.gone)}</p><a class="second" href="/">${escaped(words.again)}</a>`,
  );
}
