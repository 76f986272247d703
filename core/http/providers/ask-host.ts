import type { ProviderReply } from "../../domain/providers/provider-outcome.ts";
import type { ProviderName } from "../../domain/providers/provider-question.ts";
import type { Clock } from "../../ports.ts";
import { ask } from "../ask.ts";
import { type Resolve, systemResolve } from "../checked-address.ts";
import { errorName } from "../failure-text.ts";
import { PROVIDER_HOSTS, providerUrl } from "./provider-hosts.ts";
import { readAnswer } from "./read-answer.ts";

/** The maximum size of a response. Responses are a few pages of text; the longest is a model list. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** Dependencies for calling the providers. */
export interface ProviderReach {
  /** The clock for deadlines and pauses, which must be the same one as for leases. */
  clock: Clock;
  /** An address on this machine that replaces both providers. Null means the real providers. */
  standIn: string | null;
  /** The resolver to use. Defaults to the machine's own. Tests set their own. */
  resolve?: Resolve;
}

/** One request to a provider. */
export interface ProviderRequest {
  provider: ProviderName;
  key: string;
  path: string;
  /** The body to send. Without a body, the request is a GET. */
  content?: { type: string; bytes: string | Uint8Array };
}

/**
 * Makes one request and reads its whole response.
 * @param until when to give up, in wall-clock time.
 * @returns the reply or, if none arrived, `failure`: the error code, for the log.
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
