import type { LIDMapping, WASocket } from "@whiskeysockets/baileys";

/** Stores the pairs of phone and private id that groups reveal. */
export interface GroupPairs {
  /**
   * Stores pairs where the library looks for them. A pair that is already stored costs at most a single read. Never
   * call this inside an event.
   */
  keepGroupPairs(pairs: LIDMapping[]): Promise<void>;
}

const AT_ONCE = 100;

/** Stores id pairs with a socket's keys. */
export function keepGroupPairs(sock: WASocket): GroupPairs {
  return {
    async keepGroupPairs(pairs) {
      for (let at = 0; at < pairs.length; at += AT_ONCE) {
        await sock.signalRepository.lidMapping.storeLIDPNMappings(pairs.slice(at, at + AT_ONCE));
      }
    },
  };
}
