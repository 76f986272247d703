import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure } from "../../api/client.ts";
import { passkeyQuery, signWithPasskey } from "../../api/instances.ts";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { CopyButton } from "../../ui/CopyField.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Notice } from "../../ui/States.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Time } from "../../ui/Time.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { credentialIn, signingCommand } from "./passkey-text.ts";

/**
 * Asks for a signature with the owner's passkey. The signature can only be created in a browser on the network's own
 * page.
 */
export function PasskeyPart({ id }: { id: string }) {
  const t = useWords("passkey");
  const { data: link, error } = useQuery(passkeyQuery(id));
  if (error instanceof ApiFailure && error.status === 409) {
    return (
      <Notice kind="bad" title={t("title")}>
        {t("off")}
      </Notice>
    );
  }
  if (!link || link.state === "none" || link.options === null)
    return <Notice title={t("title")}>{t("scanFirst")}</Notice>;
  if (link.state === "sent") {
    return (
      <Notice kind="info" title={t("sentTitle")}>
        {link.code === null ? t("sent") : t("sentCode", { code: link.code })}
      </Notice>
    );
  }
  return (
    <Notice title={t("title")}>
      <Signing id={id} options={link.options} until={link.expires_at} />
    </Notice>
  );
}

function Signing({ id, options, until }: { id: string; options: Record<string, unknown>; until: string | null }) {
  const t = useWords("passkey");
  const [text, setText] = useState("");
  const credential = credentialIn(text);
  const giving = useChange({ send: () => signWithPasskey(id, credential), renews: ["instances.passkey"] });
  const command = signingCommand(options);
  return (
    <>
      <p>{t("why")}</p>
      <ol className={css.steps}>
        <li>{t("step1")}</li>
        <li>
          {t("step2")} <CopyButton value={command} what={t("command")} />
          <CodeBlock label={t("command")}>{command}</CodeBlock>
        </li>
        <li>{t("step3")}</li>
      </ol>
      <ChangeForm
        change={giving}
        submitLabel={t("give")}
        className={css.codeForm}
        foot={(failure, button) => (
          <>
            {failure}
            <div>{button}</div>
          </>
        )}
      >
        <TextField label={t("signature")} rows={4} isMono value={text} onChange={setText} isRequired />
      </ChangeForm>
      {until ? (
        <p className={css.quiet}>
          <Sentence text={t("until", { time: SLOT })}>
            <Time at={until} isExact />
          </Sentence>
        </p>
      ) : null}
    </>
  );
}
