import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiFailure } from "../api/client.ts";
import { signInUrl } from "../paths.ts";
import { Page } from "../ui/Page.tsx";
import { Failure } from "../ui/States.tsx";
import { useWords } from "../words/use-words.ts";

/** Shown in place of a page that crashed or couldn't be loaded. */
export function PageFailed({ error }: ErrorComponentProps) {
  const t = useWords("common");
  const router = useRouter();
  const isSignedOut = error instanceof ApiFailure && error.status === 401;
  useEffect(() => {
    if (isSignedOut) location.assign(signInUrl(location.pathname + location.search));
  }, [isSignedOut]);
  if (isSignedOut) return null;
  return (
    <Page title={t("failedTitle")}>
      <Failure error={error} onRetry={() => router.invalidate()} />
    </Page>
  );
}
