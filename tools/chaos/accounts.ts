import { keyOfAnotherAccount } from "../../test/support/another-account.ts";
import { type Call, caller, type Gateway } from "../../test/support/gateway.ts";
import { followBySdk, type SdkFollower } from "../../test/support/sdk-follower.ts";
import { patiently } from "./patiently.ts";

/** An event as returned by polling. */
export interface Event {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** An account whose events are both polled and followed over the stream, so that the two can be compared. */
export interface Account {
  api: Call;
  /** All events polled so far. */
  polled: Event[];
  follower: SdkFollower;
  /** Polls the events since the last poll. */
  poll(): Promise<void>;
}

interface EventPage {
  data: Event[];
  next_after: string | null;
  has_more: boolean;
}

/** Creates accounts on a running gateway. The first is the gateway's own. */
export async function openAccounts(gateway: Gateway, count: number): Promise<Account[]> {
  const accounts = [openAccount(gateway, gateway.apiKey)];
  while (accounts.length < count) accounts.push(openAccount(gateway, await keyOfAnotherAccount(gateway)));
  return accounts;
}

function openAccount({ baseUrl }: Gateway, apiKey: string): Account {
  const api = caller(baseUrl, { authorization: `Bearer ${apiKey}` });
  const polled: Event[] = [];
  let after: string | null = null;
  return {
    api,
    polled,
    follower: followBySdk({ apiKey, baseUrl }, async () => polled.map(({ id }) => id)),
    async poll() {
      for (let more = true; more; ) {
        const path: string = `/v1/events?limit=100${after === null ? "" : `&after=${after}`}`;
        const page = await patiently(() => api<EventPage>("GET", path));
        polled.push(...page.data);
        after = page.next_after ?? after;
        more = page.has_more;
      }
    },
  };
}
