import type { InstanceId } from "../../core/contracts/ids.ts";
import { ProxyFault } from "../../core/http/proxy/proxy-fault.ts";
import type { CommandAnswer, CommandResults } from "../../core/records/command.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import { networkEnd } from "../baileys/shared/network-end.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { OwnWay } from "./own-way.ts";

/**
 * Tests the number's proxy, as currently set in its record: opens a connection to the network's host through it, then
 * closes the connection.
 * @throws if the table or the vault can't be reached.
 */
export async function testProxy(
  { table, network, monotonicMs }: Pick<SessionDeps, "table" | "network" | "monotonicMs">,
  instance: InstanceId,
  way: OwnWay,
): Promise<CommandAnswer> {
  const record = await instanceRecords.read(table, instance);
  if (record) await way.follow(record);
  const { attempt } = way.now();
  if (attempt === null) return { ok: false, code: "conflict", message: "The number has no proxy. Set a proxy first." };
  const begun = monotonicMs();
  try {
    await attempt(networkEnd(network));
    return answer({ ok: true, ms: Math.round(monotonicMs() - begun) });
  } catch (error) {
    if (!(error instanceof ProxyFault)) throw error;
    return answer({ ok: false, error: error.message });
  }
}

const answer = (result: CommandResults["test_proxy"]): CommandAnswer => ({ ok: true, result });
