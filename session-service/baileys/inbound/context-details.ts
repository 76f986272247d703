import type { proto } from "@whiskeysockets/baileys";
import { CONTENT_LIMITS } from "../../../core/contracts/content/content-limits.ts";
import type { MessageDetails } from "../../../core/contracts/content/details.ts";
import type { Mention } from "../../../core/contracts/content/mentions.ts";
import type { Referral } from "../../../core/contracts/content/referral.ts";
import { withoutDevice } from "../shared/network-ids.ts";
import { type Foreign, takenItems } from "./bounds/foreign.ts";
import { type Address, takenAddress, takenParty } from "./bounds/ids.ts";
import { takenCount } from "./bounds/numbers.ts";
import { takenUrl } from "./bounds/texts.ts";
import { takenMark, takenSentence, takenTitle } from "./content/words.ts";
import { isOwn, type People } from "./people.ts";
import { LONGEST_TIMER_SEC } from "./read-timer.ts";

type Context = Foreign<proto.IContextInfo>;

/** More people than any group has. */
const MOST_NAMED = 5_000;
/** The kinds of media in an advertisement, indexed by the network's numbers. */
const AD_MEDIA = [null, "image", "video"] as const;

/** Converts the context of content to our message fields. @param body the text that contains the mentions. */
export async function contextDetails(
  context: Context | null,
  body: string | null,
  people: People,
): Promise<MessageDetails> {
  if (!context) return {};
  const referral = referralIn(context);
  const disappears_in = takenCount(context.expiration, LONGEST_TIMER_SEC);
  return {
    ...(referral && { referral }),
    ...(await mentionsIn(context, body, people)),
    ...(disappears_in && { disappears_in }),
  };
}

function referralIn(context: Context): Referral | null {
  const { externalAdReply: ad, quotedAd } = context;
  const entry_point = takenTitle(context.entryPointConversionSource) ?? takenTitle(context.conversionSource);
  const source = takenTitle(ad?.sourceType);
  const source_id = takenMark(ad?.sourceId);
  const ctwa_clid = takenTitle(ad?.ctwaClid);
  // A card without a source is just a link preview.
  const isAd = ad && (source !== null || source_id !== null || ctwa_clid !== null);
  if (!isAd && !quotedAd && entry_point === null && takenTitle(context.entryPointConversionExternalSource) === null) {
    return null;
  }
  const media = takenCount(ad?.mediaType ?? quotedAd?.mediaType, AD_MEDIA.length - 1);
  return {
    source_type: isAd ? sourceType(source) : quotedAd ? "ad" : "other",
    source_id: isAd ? source_id : null,
    source_url: isAd ? takenUrl(ad.sourceUrl) : null,
    headline: takenTitle(isAd ? ad.title : quotedAd?.advertiserName),
    body: takenSentence(isAd ? ad.body : quotedAd?.caption),
    media_type: AD_MEDIA[media ?? 0] ?? null,
    ctwa_clid,
    entry_point: entry_point ?? takenTitle(context.entryPointConversionExternalSource),
  };
}

function sourceType(source: string | null): Referral["source_type"] {
  return source === "ad" || source === "post" ? source : source === null ? "ad" : "other";
}

type Mentioned = Pick<MessageDetails, "mentions" | "mentions_count" | "mentions_everyone">;

async function mentionsIn(context: Context, body: string | null, people: People): Promise<Mentioned> {
  const named = takenItems(context.mentionedJid, MOST_NAMED).flatMap((one) => takenParty(one) ?? []);
  const groups = takenItems(context.groupMentions, MOST_NAMED).flatMap(({ groupJid, groupSubject }) => {
    const id = takenAddress(groupJid);
    return id === null ? [] : [{ id, name: takenTitle(groupSubject) }];
  });
  const isEveryone = (takenCount(context.nonJidMentions, Number.MAX_SAFE_INTEGER) ?? 0) > 0;
  const shownPeople = named.slice(0, CONTENT_LIMITS.mentionsMax);
  const shownGroups = groups.slice(0, CONTENT_LIMITS.mentionsMax - shownPeople.length);
  const mentions = [
    ...(await Promise.all(shownPeople.map((one) => mentionOf(one, body, people)))),
    ...shownGroups.map(({ id, name }): Mention => ({ id, phone: null, name, is_me: false, text: pieceIn(body, id) })),
  ];
  return {
    ...(mentions.length > 0 && { mentions, mentions_count: named.length + groups.length }),
    ...(isEveryone && { mentions_everyone: true }),
  };
}

async function mentionOf({ id, party }: Address, body: string | null, people: People): Promise<Mention> {
  const phone =
    party.kind === "phone" ? party.phone : party.kind === "private" ? await people.phoneOf(party.user) : null;
  const user = party.kind === "phone" ? party.phone : party.kind === "private" ? party.user : id;
  return { id: withoutDevice(id), phone, name: null, is_me: isOwn(party, people), text: pieceIn(body, user) };
}

/**
 * Returns the part of a text that mentions someone, such as `@1234`, or null if the text doesn't mention that person.
 */
const pieceIn = (body: string | null, user: string): string | null =>
  body?.includes(`@${user}`) ? `@${user}`.slice(0, CONTENT_LIMITS.phoneMaxChars) : null;
