import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import type { Profile } from "../../../../core/contracts/number.ts";
import { changeProfile, profileQuery } from "../../api/instances.ts";
import { asDataUrl } from "../../files/file-bytes.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { Section } from "../../ui/Page.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { useInstance } from "./use-instance.ts";

const PICTURE_MAX_BYTES = 4_000_000;

/** The page for the profile that people see for the number: its name, about text, and picture. */
export function ProfilePage() {
  const t = useWords("profile");
  const { id, status } = useInstance();
  const isWorking = status === "working";
  const { data, error, refetch } = useQuery({ ...profileQuery(id), enabled: isWorking });
  return (
    <Section title={t("title")} intro={t("intro")}>
      {isWorking ? null : <Notice>{t("notConnected")}</Notice>}
      {isWorking && error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {isWorking && !data && !error ? <Skeleton /> : null}
      {data ? <ProfileForm key={id} profile={data} /> : null}
    </Section>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useWords("profile");
  const c = useWords("common");
  const queries = useQueryClient();
  const instance = useInstance();
  const refusal = useCan()("profile.change", instance);
  const [name, setName] = useState(profile.name ?? "");
  const [about, setAbout] = useState(profile.about ?? "");
  const [picture, setPicture] = useState<{ data: string; url: string } | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const changing = useChange({
    send: () =>
      changeProfile(instance.id, {
        ...(name !== (profile.name ?? "") && { name }),
        ...(about !== (profile.about ?? "") && { about }),
        ...(picture && { picture: { data: picture.data } }),
      }),
    onAnswer(now) {
      queries.setQueryData(profileQuery(instance.id).queryKey, now);
      setPicture(null);
    },
    said: t("saved"),
  });
  async function choose(files: FileList | null) {
    const file = files?.[0];
    if (!file) return;
    setTooLarge(file.size > PICTURE_MAX_BYTES);
    if (file.size > PICTURE_MAX_BYTES) return;
    const url = await asDataUrl(file);
    setPicture({ url, data: url.slice(url.indexOf(",") + 1) });
  }
  const shown = picture?.url ?? profile.picture_url;
  return (
    <ChangeForm change={changing} submitLabel={c("save")} disabledReason={refusal} className={css.form}>
      <div className={css.qrPrint}>
        {shown ? (
          <img src={shown} alt={t("pictureOf", { name: profile.name ?? instance.name })} className={css.picture} />
        ) : (
          <p className={css.quiet}>{t("noPicture")}</p>
        )}
        <div>
          {refusal ? (
            <Button disabledReason={refusal}>{t("choosePicture")}</Button>
          ) : (
            <FileTrigger acceptedFileTypes={["image/jpeg", "image/png"]} onSelect={choose}>
              <Button>{t("choosePicture")}</Button>
            </FileTrigger>
          )}
          <p className={css.quiet}>{isTooLarge ? t("pictureTooLarge") : t("pictureHint")}</p>
        </div>
      </div>
      <TextField label={t("name")} name="name" value={name} onChange={setName} isDisabled={refusal !== null} />
      <TextField
        label={t("about")}
        hint={t("aboutHint")}
        name="about"
        value={about}
        onChange={setAbout}
        isDisabled={refusal !== null}
      />
    </ChangeForm>
  );
}
