import { proto } from "@whiskeysockets/baileys";

/** Where a person came from before writing: an advertisement or a post. */
export interface NewReferral {
  readonly source_type: "ad" | "post";
  readonly source_id: string;
  readonly source_url: string;
  readonly headline?: string | undefined;
  readonly body?: string | undefined;
  /** The click's id in the network's advertisements. */
  readonly ctwa_clid?: string | undefined;
}

/** The part of a message's context that identifies where its sender came from. */
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
