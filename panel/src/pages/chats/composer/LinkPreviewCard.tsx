import { X } from "lucide-react";
import { PANEL_LIMITS } from "../../../../../core/contracts/panel/panel-limits.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import css from "./Extras.module.css";
import type { useLinkPreview } from "./use-link-preview.ts";

/**
 * The preview of the draft's link, which the user can remove. Renders nothing if the linked page doesn't provide a
 * preview, and just a line of text if the user has reached the limit of previews.
 */
export function LinkPreviewCard({
  shown: { link, preview, isLoading, isUsedUp },
  onDismiss,
}: {
  shown: ReturnType<typeof useLinkPreview>;
  onDismiss: (link: string) => void;
}) {
  const t = useWords("composer");
  if (isUsedUp) {
    return (
      <p className={css.hint} role="status">
        {t("linkPreviewsUsedUp", { n: PANEL_LIMITS.linkPreviewsPerHour })}
      </p>
    );
  }
  if (link === null || (preview === null && !isLoading)) return null;
  const { host } = new URL(link);
  return (
    <section className={css.extra} aria-label={t("linkPreview")}>
      {preview?.picture ? <img src={preview.picture} alt="" className={css.thumb} /> : null}
      <div className={css.text} role="status">
        {preview === null ? (
          t("linkPreviewLoading", { host })
        ) : (
          <>
            <p className={css.title}>
              <UserText isName>{preview.title}</UserText>
            </p>
            {preview.description === null ? null : (
              <p className={css.lines}>
                <UserText isName>{preview.description}</UserText>
              </p>
            )}
            <p>{host}</p>
          </>
        )}
      </div>
      <IconButton
        isSmall
        label={t("withoutPreview")}
        icon={<X aria-hidden="true" />}
        onPress={() => {
          onDismiss(link);
          document.getElementById(COMPOSER_ID)?.focus();
        }}
      />
    </section>
  );
}
