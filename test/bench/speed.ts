import { measureAccepting } from "./support/accepting.ts";
import { type CountedGateway, startCounted } from "./support/counted-gateway.ts";
import { measureLatency } from "./support/latency.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/** `npm run bench -- speed`. */
export async function measureSpeed(): Promise<PartReport> {
  // Pacing off: what is measured is the way, not the waiting.
  const gateway = await startCounted({ webhook: true, gapFactor: 0.0001 });
  try {
    const latency = await measureLatency(gateway);
    const accepting = await acceptingOf(gateway);
    const targets: Target[] = [
      { what: "POST /v1/messages: time against bare writes", measured: accepting.ratio, limit: 3, unit: "×" },
      ...latency.rows.flatMap(({ what, p50, p95 }): Target[] => [
        { what: `${what}, p50`, measured: p50.ours / p50.bare, limit: 3, unit: "×" },
        { what: `${what}, p95`, measured: p95.ours / p95.bare, limit: 3, unit: "×" },
      ]),
      ...latency.processor.map(({ what, ours, bare }) => ({
        what: `processor time of the session process, ${what}`,
        measured: ours / bare,
        limit: 2,
        unit: "×",
      })),
    ];
    const ms = (value: number) => `${number(value)} ms`;
    return {
      targets,
      body: [
        targetTable(targets),
        tableOf(
          ["Accepting, 16 at once", "a second", "p50", "p99"],
          [
            ["POST /v1/messages", accepting.ours.perSecond, ms(accepting.ours.p50), ms(accepting.ours.p99)],
            [
              "the same writes straight to the embedded table",
              accepting.bare.perSecond,
              ms(accepting.bare.p50),
              ms(accepting.bare.p99),
            ],
          ],
        ),
        tableOf(
          ["Latency", "gateway p50", "p95", "bare library p50", "p95"],
          latency.rows.map(({ what, p50, p95 }) => [what, ms(p50.ours), ms(p95.ours), ms(p50.bare), ms(p95.bare)]),
        ),
        tableOf(
          ["Processor time of the process that holds the connection", "gateway", "bare library"],
          latency.processor.map(({ what, ours, bare }) => [what, ms(ours), ms(bare)]),
        ),
        "The bare library is a bot of forty lines (`test/bench/support/bare-bot.ts`): it keeps keys in memory, sends at once, posts what " +
          "comes in without signing, storing or trying again. Both are asked in turn, against the same network, in the same run. " +
          "API, embedded AWS services and this bench share one process, so accepting is mostly their work.",
      ].join("\n\n"),
    };
  } finally {
    await gateway.stop();
  }
}

/** With the instance stopped, so that accepting alone is counted. */
async function acceptingOf(gateway: CountedGateway) {
  await gateway.api("POST", `/v1/instances/${gateway.instance}/stop`);
  await gateway.settle();
  return measureAccepting(gateway);
}
