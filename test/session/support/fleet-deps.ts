import "../../../session-service/process/silence-console.ts";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { linkPreviews } from "../../../session-service/baileys/outbound/link-previews.ts";
import { createWaysOut } from "../../../session-service/baileys/shared/way-out.ts";
import { NetworkAddress } from "../../../session-service/connection/network-address.ts";
import type { WakeupSource } from "../../../session-service/fleet/shard-queues.ts";
import { openMediaFolder } from "../../../session-service/media/media-folder.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { stillClock } from "../../support/test-clock.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";
import { testVault } from "../../support/test-vault.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Creates the dependencies of a task whose instances are all switched off, so the network isn't contacted. */
export function fleetDeps(changes: Partial<SessionDeps> = {}): SessionDeps {
  const waysOut = createWaysOut({ allowPrivate: false, log: silent }, true);
  return {
    table: new MemoryTable(),
    clock: stillClock(),
    log: silent,
    ids: randomIds(),
    vault: testVault(),
    optOuts: NO_OPT_OUTS,
    media: memoryMedia(),
    get: waysOut.direct.get,
    preview: linkPreviews(waysOut.direct.get, () => 0),
    way: () => waysOut.direct,
    waysOut,
    folder: openMediaFolder(passingFolder("fleet-deps-")),
    wakeups: { wake: async () => {} },
    gapFactor: 1,
    network: new NetworkAddress({ url: null, rootKey: null }),
    monotonicMs: () => performance.now(),
    waitToConnect: async () => {},
    ...changes,
  };
}

/** Queues that stay empty. */
export const emptyQueues: WakeupSource = {
  receive: (_queue, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve([]))),
  remove: async () => {},
};
