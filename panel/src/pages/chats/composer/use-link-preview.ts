import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { linkPreviewQuery } from "../../../api/link-preview.ts";
import { type Draft, linkOf } from "../rules/draft.ts";

/** How long a link stays unchanged before its preview is asked for. */
const PAUSE_MS = 700;

/**
 * The preview that goes along with a draft's text, asked for after a pause in the writing of its link.
 * @param instance the number that sends it; null if it can't make one now.
 */
export function useLinkPreview(instance: string | null, draft: Draft) {
  const link = instance === null ? null : linkOf(draft);
  const isDismissed = link === draft.withoutPreviewOf;
  // A message that was tried before is sent again as it was.
  const isWanted = link !== null && !isDismissed && (draft.hasPreview || !draft.isTried);
  const isSettled = useSettled(link) === link;
  const { data, isFetching } = useQuery({
    ...linkPreviewQuery(instance ?? "", link ?? ""),
    enabled: isWanted && isSettled,
  });
  return { link, preview: (isWanted && data) || null, isLoading: isWanted && isFetching };
}

/** The link as it was when the person last paused. */
function useSettled(link: string | null): string | null {
  const [settled, settle] = useState(link);
  useEffect(() => {
    const timer = setTimeout(() => settle(link), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [link]);
  return settled;
}
