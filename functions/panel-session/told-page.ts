import type { ApiResult } from "../api/api-request.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/**
 * Creates the page shown when a sign-in has failed. It explains the problem and offers to start over. The page runs no
 * scripts.
 */
export function toldPage(status: number, told: string): ApiResult {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sign-in</title></head><body><main><h1>You are not signed in</h1><p>${escaped(told)}</p><p><a href="/">Sign in</a></p></main></body></html>`;
  return {
    statusCode: status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
    body,
  };
}
