import { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** Unwraps data keys with one deployment's key and wraps them with that of another deployment. */
export interface DataKeyWraps {
  /** @param pk the partition of the data key's owner. @throws if KMS can't unwrap the key. */
  unwrap(pk: string, wrapped: Uint8Array): Promise<Uint8Array>;
  wrap(pk: string, clear: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

/**
 * Opens the deployment's key so that wrapped data keys can be moved to another deployment. The secrets sealed with a
 * data key don't change.
 */
export function dataKeyWraps(KeyId: string): DataKeyWraps {
  const kms = awsClient(KMSClient, REQUEST_LIMITS.keys);
  return {
    async unwrap(pk, wrapped) {
      const opened = await kms.send(
        new DecryptCommand({ KeyId, CiphertextBlob: wrapped, EncryptionContext: contextOf(pk) }),
      );
      if (!opened.Plaintext) throw new Error("KMS responded without a data key.");
      return opened.Plaintext;
    },
    async wrap(pk, clear) {
      const sealed = await kms.send(new EncryptCommand({ KeyId, Plaintext: clear, EncryptionContext: contextOf(pk) }));
      if (!sealed.CiphertextBlob) throw new Error("KMS responded without a wrapped key.");
      return sealed.CiphertextBlob;
    },
    close: () => kms.destroy(),
  };
}

/** Returns the encryption context that kms-vault.ts uses for the owner stored in this partition. */
function contextOf(pk: string): Record<string, string> {
  const [kind, id = ""] = pk.split("#");
  return kind === "ACC" ? { account_id: id } : { instance_id: id };
}
