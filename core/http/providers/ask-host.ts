import type { ProviderReply } from "../../domain/providers/provider-outcome.ts";
import type { ProviderName } from "../../domain/providers/provider-question.ts";
import type { Clock } from "../../ports.ts";
import { ask } from "../ask.ts";
import { type Resolve, systemResolve } from "../checked-address.ts";
import { errorName } from "../failure-text.ts";
import { PROVIDER_HOSTS, providerUrl } from "./provider-hosts.ts";
import { readAnswer } from "./read-answer.ts";

/** A response is a few pages of text at most; the longest is a list of models. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** The way to reach the providers. */
export interface ProviderReach {
  /** Used for deadlines and pauses, as for leases. */
  clock: Clock;
  /** The address on this machine that replaces both providers; null means the real ones. */
  standIn: string | null;
  /** The machine's resolver unless a test sets another. */
  resolve?: Resolve;
}

/** One request to a provider. */
export interface ProviderRequest {
  provider: ProviderName;
  key: string;
  path: string;
  /** Absent: a GET. */
  content?: { type: string; bytes: string | Uint8Array };
}

/**
 * Makes one request and reads its whole response.
 * @param until when to give up, by the clock.
 * @returns `failure` instead of a reply if none came: its code, for the log.
 */
export async function askHost(
  { clock, standIn, resolve = systemResolve }: ProviderReach,
  { provider, key, path, content }: ProviderRequest,
  until: Date,
): Promise<ProviderReply | { failure: string }> {
  const late = new AbortController();
  const ended = new AbortController();
  void clock.until(until, ended.signal).then(() => late.abort());
  const { signal } = late;
  try {
    const answer = await ask({
      url: providerUrl(provider, path, standIn),
      method: content ? "POST" : "GET",
      headers: { ...PROVIDER_HOSTS[provider].headers(key), ...(content && { "Content-Type": content.type }) },
      ...(content && { body: content.bytes }),
      allowPrivate: standIn !== null,
      resolve,
      signal,
    });
    const text = await readAnswer(answer, ANSWER_MAX_BYTES, signal);
    return { status: answer.status, headers: headersOf(answer.response.headers), body: parsed(text) };
  } catch (error) {
    return { failure: signal.aborted ? "deadline" : errorName(error) };
  } finally {
    ended.abort();
  }
}

const headersOf = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
