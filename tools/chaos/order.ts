import { textOf } from "./chaos.ts";
import type { Town } from "./town.ts";

/**
 * Checks that messages in a chat never overtake each other. If a message was accepted before the next request was made,
 * it must be shown first, and a person's messages must be reported in the order in which they were written.
 * @returns a sentence for each pair of messages in the wrong order.
 */
export async function orderFaults(town: Town): Promise<string[]> {
  const faults: string[] = [];
  const reported = (await town.events()).filter(({ type }) => type === "message.received").map(textOf);
  for (const pair of town.pairs) {
    const shown = new Map((await town.shownTo(pair)).map((text, place) => [text, place]));
    const accepted = [...town.accepted.values()].filter((one) => one.pair === pair);
    for (const one of accepted)
      for (const next of accepted)
        if (one.answeredAt < next.askedAt && (shown.get(one.text) ?? -1) > (shown.get(next.text) ?? Infinity))
          faults.push(`"${next.text}" overtook "${one.text}" on the phone of ${pair.person}`);
    const written = [...town.written].filter(([, to]) => to === pair).map(([text]) => text);
    const own = new Set(written);
    const order = reported.filter((text) => own.has(text));
    const at = written.findIndex((text, place) => order[place] !== text);
    if (at >= 0) faults.push(`"${written[at]}" was reported to ${pair.phone} after "${order[at]}", written later`);
  }
  return faults;
}

/**
 * Checks that the event streams showed exactly the same events as polling.
 * @returns a sentence for each account whose streams differ.
 */
export async function streamFaults(town: Town): Promise<string[]> {
  const faults: string[] = [];
  for (const { polled, follower } of town.accounts) {
    const ids = new Set(follower.ids);
    const missing = polled.filter(({ id }) => !ids.has(id));
    const twice = follower.ids.length - ids.size;
    if (missing.length > 0 || twice > 0)
      faults.push(`a stream missed ${missing.length} of ${polled.length} events and repeated ${twice}`);
    const perInstance = Map.groupBy(
      polled.filter(({ id }) => ids.has(id)),
      ({ data }) => String(data.instance_id),
    );
    const place = new Map(follower.ids.map((id, at) => [id, at]));
    for (const [instance, events] of perInstance) {
      const places = events.map(({ id }) => place.get(id) ?? 0);
      if (places.some((at, n) => at < (places[n - 1] ?? -1))) faults.push(`a stream mixed the order of ${instance}`);
    }
  }
  return faults;
}
