import { changeAbout } from "./about.ts";
import { syncAppState } from "./app-state.ts";
import { changeBlockList, showBlockList } from "./blocklist.ts";
import { businessProfile } from "./business-profile.ts";
import { acceptNotices, channelMessages, channelUpdates, liveUpdates } from "./channels.ts";
import { cleanDirtyMark } from "./dirty.ts";
import { countKeys, digestKeys, giveKeys, rotateSignedKey, uploadKeys } from "./encrypt.ts";
import { GROUP_HANDLERS } from "./groups.ts";
import type { IqHandler } from "./iq-answer.ts";
import { removeCompanionDevice } from "./md.ts";
import { mediaConnection } from "./media-conn.ts";
import { mexQuery } from "./mex.ts";
import { orderDetails } from "./order-details.ts";
import { activate, deactivate } from "./passive.ts";
import { changePrivacy, exchangeTokens, showPrivacy } from "./privacy.ts";
import { changeProfilePicture, profilePicture } from "./profile-picture.ts";
import { showProperties } from "./properties.ts";
import { usync } from "./usync.ts";

/** The handler for queries with an empty result. */
const done: IqHandler = () => {};

/** The handlers for all queries, by "type namespace first-child". */
export const IQ_HANDLERS: Readonly<Record<string, IqHandler>> = {
  "get encrypt count": countKeys,
  "get encrypt digest": digestKeys,
  "get encrypt key": giveKeys,
  "set encrypt registration": uploadKeys,
  "set encrypt rotate": rotateSignedKey,
  "set passive active": activate,
  "set passive passive": deactivate,
  "get abt props": showProperties,
  "get blocklist none": showBlockList,
  "set blocklist item": changeBlockList,
  "get privacy privacy": showPrivacy,
  "set privacy privacy": changePrivacy,
  "set privacy tokens": exchangeTokens,
  "get usync usync": usync,
  "get w:p ping": done,
  "set w:sync:app:state sync": syncAppState,
  "set md remove-companion-device": removeCompanionDevice,
  "get w:mex query": mexQuery,
  "get fb:thrift_iq order": orderDetails,
  "get newsletter messages": channelMessages,
  "get newsletter message_updates": channelUpdates,
  "set newsletter live_updates": liveUpdates,
  "set tos notice": acceptNotices,
  "set tos request": acceptNotices,
  "set w:m media_conn": mediaConnection,
  ...GROUP_HANDLERS,
  "get w:profile:picture picture": profilePicture,
  "set w:profile:picture picture": changeProfilePicture,
  "set w:profile:picture none": changeProfilePicture,
  "get w:biz business_profile": businessProfile,
  "set status status": changeAbout,
  "set disappearing_mode disappearing_mode": done,
  "set urn:xmpp:whatsapp:dirty clean": cleanDirtyMark,
  "none w:stats add": done,
};
