import type { proto } from "@whiskeysockets/baileys";
import type { MessageDetails } from "../../../../core/contracts/content/details.ts";

/** How a field that accompanies content is used: either the message field it becomes, or the reason it is unused. */
type ContextField = keyof MessageDetails | "reply_to" | "forwarded" | { beside: string };

const LOOKS = { beside: "how phones show it" };
const STATISTICS = { beside: "the network's own statistics of businesses and advertisements" };
const STATUSES = { beside: "of statuses, which are not stored" };

/**
 * Every field that can accompany content. If a new version of the library adds a field, the code won't compile until
 * the field has a row here. docs/decisions/0187.
 */
export const CONTEXT_FIELDS = {
  stanzaId: "reply_to",
  participant: "reply_to",
  remoteJid: "quoted",
  quotedMessage: "quoted",
  quotedType: LOOKS,
  questionReplyQuotedMessage: { beside: "the question is quoted as well" },
  mentionedJid: "mentions",
  groupMentions: "mentions",
  nonJidMentions: "mentions_everyone",
  forwardingScore: "forwarded",
  isForwarded: "forwarded",
  forwardOrigin: LOOKS,
  forwardedNewsletterMessageInfo: { beside: "the channel in which it was first" },
  businessMessageForwardInfo: { beside: "the business that wrote it first" },
  forwardedAiBotMessageInfo: { beside: "the assistant that wrote it first" },
  botMessageSharingInfo: { beside: "the assistant that wrote it first" },
  expiration: "disappears_in",
  ephemeralSettingTimestamp: { beside: "when the chat's timer was set" },
  ephemeralSharedSecret: { beside: "between the devices of one person" },
  disappearingMode: { beside: "who set the chat's timer" },
  externalAdReply: "referral",
  quotedAd: "referral",
  conversionSource: "referral",
  entryPointConversionSource: "referral",
  entryPointConversionExternalSource: "referral",
  conversionData: STATISTICS,
  conversionDelaySeconds: STATISTICS,
  entryPointConversionApp: STATISTICS,
  entryPointConversionDelaySeconds: STATISTICS,
  entryPointConversionExternalMedium: STATISTICS,
  ctwaSignals: STATISTICS,
  ctwaPayload: STATISTICS,
  utm: STATISTICS,
  smbClientCampaignId: STATISTICS,
  smbServerCampaignId: STATISTICS,
  dataSharingContext: STATISTICS,
  alwaysShowAdAttribution: STATISTICS,
  urlTrackingMap: STATISTICS,
  isSampled: STATISTICS,
  rankingVersion: STATISTICS,
  featureEligibilities: LOOKS,
  actionLink: LOOKS,
  trustBannerType: LOOKS,
  trustBannerAction: LOOKS,
  pairedMediaType: LOOKS,
  memberLabel: LOOKS,
  isQuestion: LOOKS,
  placeholderKey: { beside: "the place of a message that the phone asks for again" },
  groupSubject: { beside: "the group's name, which the network tells of itself" },
  parentGroupJid: { beside: "the group's community, which the network tells of itself" },
  statusAttributionType: STATUSES,
  statusSourceType: STATUSES,
  statusAttributions: STATUSES,
  isGroupStatus: STATUSES,
  statusAudienceMetadata: STATUSES,
} as const satisfies { [K in keyof proto.IContextInfo]-?: ContextField };
