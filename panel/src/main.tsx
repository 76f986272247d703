import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import type { Me } from "../../core/contracts/panel/me.ts";
import { ApiFailure } from "./api/client.ts";
import { meQuery } from "./api/me.ts";
import { newQueries } from "./api/new-queries.ts";
import { paths, signInUrl } from "./paths.ts";
import { panelRouter } from "./routes.tsx";
import "./style/base.css";
import { FirstFailure } from "./shell/FirstFailure.tsx";
import { keepInviteToken } from "./shell/invite-token.ts";
import { showTheme } from "./shell/show-theme.ts";
import { Toasts } from "./ui/toasts.tsx";
import { catalogsOf } from "./words/catalogs.ts";
import { languageOf } from "./words/languages.ts";
import { WordsContext } from "./words/use-words.ts";

const hereNow = () => location.pathname + location.search;

async function start(rootElement: HTMLElement): Promise<void> {
  /**
   * Sends the user to the sign-in page, and back to the current page afterwards. Any request can trigger this, because
   * the session may have ended elsewhere.
   */
  const signIn = () => location.assign(signInUrl(hereNow()));
  const queries = newQueries(signIn);
  const root = createRoot(rootElement);
  let me: Me | null = null;
  try {
    me = await queries.ensureQueryData(meQuery());
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return signIn();
  }
  const catalogs = catalogsOf(languageOf(me?.user.language ?? null, navigator.languages));
  await catalogs.load("common");
  document.documentElement.lang = catalogs.locale;
  document.documentElement.dir = catalogs.direction;
  if (!me) {
    root.render(
      <WordsContext value={catalogs}>
        <FirstFailure />
      </WordsContext>,
    );
    return;
  }
  showTheme(me.user.theme);
  const router = panelRouter({ queries, catalogs });
  router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.documentElement.dataset.moved = "1";
  });
  root.render(
    <StrictMode>
      <WordsContext value={catalogs}>
        <I18nProvider locale={catalogs.direction === "rtl" ? "ar" : catalogs.locale}>
          <QueryClientProvider client={queries}>
            <Toasts>
              <RouterProvider router={router} />
            </Toasts>
          </QueryClientProvider>
        </I18nProvider>
      </WordsContext>
    </StrictMode>,
  );
}

keepInviteToken(paths.join());
const place = document.getElementById("root");
if (place) void start(place);
