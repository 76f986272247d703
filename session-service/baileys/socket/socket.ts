import { generateMessageIDV2 } from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import { askForGroupsOurselves } from "../fixes/ask-for-groups-ourselves.ts";
import { askForMediaHosts } from "../fixes/ask-for-media-hosts.ts";
import { endSocket } from "../fixes/flush-before-end.ts";
import { guardCopies } from "../fixes/guard-copies.ts";
import { keepCalls } from "../fixes/keep-calls.ts";
import { keepGroupChanges } from "../fixes/keep-group-changes.ts";
import { keepOwnReads } from "../fixes/keep-own-reads.ts";
import { keepReceipts } from "../fixes/keep-receipts.ts";
import { keepStatusViews } from "../fixes/keep-status-views.ts";
import { refreshLinkSecret } from "../fixes/refresh-link-secret.ts";
import { watchGroups } from "../groups/group-watch.ts";
import { keepGroupPairs } from "../groups/keep-group-pairs.ts";
import { readMediaHost } from "../history/read-media-host.ts";
import { mayResend, readCopyRequest } from "../inbound/may-resend.ts";
import { peopleOf } from "../inbound/people.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import { chatAddressing } from "../outbound/addressing.ts";
import { createSender } from "../outbound/sender.ts";
import { createStatusSide } from "../outbound/status-side.ts";
import { createPasskeySide } from "../passkey/passkey-side.ts";
import { createBlocklistSide } from "../queries/blocklist.ts";
import { createChannelSide } from "../queries/channels/channel-side.ts";
import { createPictureSide } from "../queries/contact-picture.ts";
import { createGroupSide } from "../queries/groups/create-group-side.ts";
import { createSettingsSide } from "../settings/settings-side.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { libraryLog } from "../shared/library-log.ts";
import type { ClientVersion } from "../shared/network-settings.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { createNumberSide } from "./number-side.ts";
import { requestPairingCode } from "./pairing-code.ts";
import { repairedSocket } from "./repaired-socket.ts";
import { reportEvents, reportStanzas } from "./report-events.ts";
import { showCodes } from "./show-codes.ts";
import { createStandingQueries } from "./standing.ts";

/** Opens a connection. The library's faults are repaired before the first byte is sent. */
export function connect(
  deps: ConnectionDeps,
  owner: Owner,
  parts: { store: AuthStore; caches: SessionCaches; version: ClientVersion },
  events: ConnectionEvents,
): Connection {
  const { store, caches } = parts;
  const { sock, lock, departure, copyFailed } = repairedSocket(deps, owner, parts);
  const codes = showCodes(store, events);
  refreshLinkSecret(sock, codes.showAgain);
  const passkey = createPasskeySide(sock, {
    isLinked: store.isLinked(),
    monotonicMs: deps.monotonicMs,
    demanded: () => events.passkey(),
    failed: (error) =>
      deps.log.warn({ instance_id: owner.instance_id, error: String(error) }, "a link by passkey was not completed"),
  });
  keepReceipts(sock, deps.clock, (receipts) => events.receipts(receipts));
  keepStatusViews(sock, (views) => events.statusViews(views));
  keepOwnReads(
    sock,
    () => peopleOf(store),
    (read) => events.ownRead(read),
  );
  keepCalls(sock, deps.clock, (call) => events.call(call));
  const watch = watchGroups(sock, caches.groups);
  const media = askForMediaHosts(sock, libraryLog(deps.log, owner.instance_id), deps.way(), deps.monotonicMs);
  const rules = {
    table: deps.table,
    owner,
    group: (chat: string) => chatAddressing(sock, caches.groups, watch, deps.monotonicMs).group(chat),
  };
  guardCopies(sock, {
    read: (node) => readCopyRequest(node, peopleOf(store)),
    mayResend: (request) => mayResend({ ...rules, people: peopleOf(store) }, request),
    failed: copyFailed,
  });
  keepGroupChanges(sock, deps.clock, watch, (change) => events.groupChange(change));
  askForGroupsOurselves(sock, () => events.groupsDirty());
  const settings = createSettingsSide(deps, owner, sock, store.settings, events);
  reportStanzas(sock, events);
  reportEvents(deps, owner, sock, { store, codes }, events);

  return {
    ...createSender(deps, owner, { sock, departure, watch, media }, caches),
    ...createStatusSide(sock, deps.monotonicMs),
    ...createStandingQueries(sock, deps.monotonicMs),
    ...settings,
    ...createNumberSide(sock, caches, settings.changeSettings, deps.monotonicMs),
    ...createBlocklistSide(sock, deps.monotonicMs),
    ...createPictureSide(sock, deps.monotonicMs),
    ...createGroupSide(deps, sock, store, watch),
    ...watch,
    ...keepGroupPairs(sock),
    groupsAreRead: () => sock.cleanDirtyBits("groups"),
    ...createChannelSide(deps, owner, sock),
    pairingCode: (phone) => requestPairingCode(sock, phone),
    ...passkey,
    ownId: () => store.creds.me?.id ?? null,
    newNetworkId: () => generateMessageIDV2(store.creds.me?.id),
    presence: (kind, chat) => sock.sendPresenceUpdate(kind, chat),
    askForFile: (message) => sock.updateMediaMessage(message),
    mediaHost: () => readMediaHost(media),
    logout: () => sock.logout(),
    end: () => endSocket(sock),
    lockWaitMs: lock.oldestWaitMs,
  };
}
