import { proxyUrl } from "../../core/domain/proxies/proxy-url.ts";
import { failureKind } from "../../core/failure-kind.ts";
import type { Log, Vault } from "../../core/ports.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { openProxyUrl } from "../../core/records/proxy.ts";
import type { WayOut, WaysOut } from "../baileys/shared/way-out.ts";
import { ConnectHold, type NetworkAddress } from "../connection/network-address.ts";

/** The dependencies of a route for outgoing connections. */
interface WayDeps {
  vault: Vault;
  log: Log;
  waysOut: WaysOut;
  network: Pick<NetworkAddress, "hold">;
}

/**
 * The route for a number's outgoing connections. It follows the number's record, so a number with a proxy never
 * connects directly. There is no route until the record has been read.
 */
export class OwnWay {
  readonly #deps: WayDeps;
  #way: WayOut | null = null;
  #hold: ConnectHold;
  /** The sealed proxy URL that the route was created from, or null for a direct connection. */
  #from: Uint8Array | null = null;
  /** Whether the proxy's URL could be decrypted. If not, each call of `follow` tries again. */
  #isReadable = true;

  constructor(deps: WayDeps) {
    this.#deps = deps;
    this.#hold = deps.network.hold;
  }

  /** Returns the current route, as last read. @throws if the record hasn't been read yet. */
  readonly now = (): WayOut => {
    if (this.#way === null) throw new Error("The number's proxy setting has not been loaded yet.");
    return this.#way;
  };

  /** The hold for the address from which the number connects: the task's address or the proxy's address. */
  get hold(): ConnectHold {
    return this.#hold;
  }

  /**
   * Switches to the proxy in the record, or to a direct route if there is none. @throws if the vault can't be reached
   * at the moment.
   */
  async follow(record: Pick<InstanceRecord, "id" | "account_id" | "proxy">): Promise<void> {
    const sealed = record.proxy?.sealed ?? null;
    if (this.#way !== null && this.#isReadable && isSame(this.#from, sealed)) return;
    const { waysOut, network } = this.#deps;
    const proxy = sealed && (await this.#open(record, sealed));
    this.#way = sealed === null ? waysOut.direct : waysOut.through(proxy);
    this.#hold = sealed === null ? network.hold : new ConnectHold();
    this.#from = sealed;
    this.#isReadable = sealed === null || proxy !== null;
  }

  /** Decrypts the proxy's URL. Returns null if it can never be decrypted again. */
  async #open(record: Pick<InstanceRecord, "id" | "account_id">, sealed: Uint8Array) {
    try {
      // The URL was validated when it was set. Whether its host may be used is checked for each connection.
      const verdict = proxyUrl(await openProxyUrl(this.#deps.vault, record, sealed), true);
      return "error" in verdict ? null : verdict.proxy;
    } catch (error) {
      if (failureKind(error) === "passing") throw error;
      this.#deps.log.error({ instance_id: record.id, error: String(error) }, "a proxy's url can't be decrypted");
      return null;
    }
  }
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
