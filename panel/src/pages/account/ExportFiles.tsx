import { useQuery } from "@tanstack/react-query";
import { exportQuery } from "../../api/exports.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { FileSize } from "./FileSize.tsx";

/** Lists the files in an export's archive, with freshly created download links. */
export function ExportFiles({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords("exports");
  const common = useWords("common");
  const { data, error, refetch } = useQuery(exportQuery(id));
  return (
    <Dialog title={t("filesTitle")} onClose={onClose}>
      <DialogBody actions={<Button onPress={onClose}>{common("close")}</Button>}>
        <p>{t("filesText")}</p>
        {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
        {!error && !data ? <Skeleton lines={2} /> : null}
        <ul className={css.archive}>
          {data?.files?.map(({ name, url, size_bytes: bytes }) => (
            <li key={name}>
              <a href={url} download target="_blank" rel="noopener noreferrer nofollow">
                {name}
              </a>{" "}
              <FileSize bytes={bytes} />
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
