import { proto } from "@whiskeysockets/baileys";

/** The ad or post that brought a person to the chat before they wrote. */
export interface NewReferral {
  readonly source_type: "ad" | "post";
  readonly source_id: string;
  readonly source_url: string;
  readonly headline?: string | undefined;
  readonly body?: string | undefined;
  /** The click id assigned by the network's ad system. */
  readonly ctwa_clid?: string | undefined;
}

/** Builds the part of a message's context that specifies where the sender came from. */
export function writeReferral(referral: NewReferral): proto.IContextInfo {
  const { source_type, source_id, source_url, headline, body, ctwa_clid } = referral;
  return {
    conversionSource: "FB_Ads",
    conversionDelaySeconds: 5,
    entryPointConversionSource: source_type === "ad" ? "ctwa_ad" : "ctwa_post",
    entryPointConversionApp: "facebook",
    entryPointConversionDelaySeconds: 5,
    externalAdReply: {
      title: headline,
      body,
      mediaType: proto.ContextInfo.ExternalAdReplyInfo.MediaType.IMAGE,
      sourceType: source_type,
      sourceId: source_id,
      sourceUrl: source_url,
      ctwaClid: ctwa_clid,
      showAdAttribution: source_type === "ad",
    },
  };
}
