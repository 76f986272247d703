import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiFailure } from "../../../api/client.ts";
import { linkPreviewQuery } from "../../../api/link-preview.ts";
import { type Draft, linkOf } from "../rules/draft.ts";

/** How long a link must stay unchanged before its preview is requested. */
const PAUSE_MS = 700;

/**
 * The preview to send with a draft's text, requested once the user pauses while typing the link.
 * @param instance the number that sends the message; null if the number can't create a preview now.
 * @returns `isUsedUp`: there is no preview because the user has reached the limit of previews per hour.
 */
export function useLinkPreview(instance: string | null, draft: Draft) {
  const link = instance === null ? null : linkOf(draft);
  const isDismissed = link === draft.withoutPreviewOf;
  // A message that has already been tried is sent again exactly as it was.
  const isWanted = link !== null && !isDismissed && (draft.hasPreview || !draft.isTried);
  const isSettled = useSettled(link) === link;
  const { data, error, isFetching } = useQuery({
    ...linkPreviewQuery(instance ?? "", link ?? ""),
    enabled: isWanted && isSettled,
  });
  const isUsedUp = isWanted && error instanceof ApiFailure && error.code === "limit_reached";
  return { link, preview: (isWanted && data) || null, isLoading: isWanted && isFetching, isUsedUp };
}

/** Returns the link as it was when the user last paused. */
function useSettled(link: string | null): string | null {
  const [settled, settle] = useState(link);
  useEffect(() => {
    const timer = setTimeout(() => settle(link), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [link]);
  return settled;
}
