/**
 * Text that is common in stored messages and events. Compressing with it makes items smaller without storing the text
 * in each one. Dictionaries are part of the storage format, so never change an existing one: add a new one under a new
 * number and pack with that.
 */
export const DICTIONARIES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from(
    [
      '{"kind":"text","text":"Hello, thank you","link_preview":false,"mentions":[]}',
      '"poll_votes":null,"network_server_id":null,"file":null,"results":null,"votes":null,"class":"first","class":"known","class":"reply",',
      '"media":{"url":"https://","mimetype":"image/jpeg","filename":null,"size_bytes":',
      '"error":null,"error_code":null,"waiting_reason":"spacing","expected_at":"2026-',
      '"created_at":"2027-01-01T00:00:00+00:00","created_at":"2026-',
      '{"id":"evt_01","type":"instance.status","type":"message.received","type":"group.message","type":"message.sent_from_phone",',
      '"type":"message.status","created_at":"2026-11-20T09:30:00+00:00","data":{"id":"msg_01',
      '","instance_id":"inst_01","phone":"55119","chat_id":"55119@s.whatsapp.net","chat_id":"@lid","participant":null,',
      '"contact_name":null,"direction":"in","status":"received","type":"text","origin":"contact","body":"',
      '"participant":null,"contact_name":null,"direction":"out","status":"delivered","status":"sent","status":"read",',
      '"type":"text","origin":"api","body":"","media":null,"location":null,"contact":null,"poll":null,"order":null,',
      '"product":null,"reply_to":null,"link_preview":null,"reactions":null,"error":null,"error_code":null,',
      '"waiting_reason":null,"expected_at":null,"send_at":null,"written_at":"2026-11-20T09:30:00+00:00",',
      '"written_at":null,"sent_at":"2026-11-20T09:30:00+00:00","delivered_at":"2026-11-20T09:30:00+00:00",',
      '"read_at":"2026-11-20T09:30:00+00:00","sent_at":null,"delivered_at":null,"read_at":null,"edited_at":null,',
      '"deleted_at":null,"created_at":"2026-11-20T09:30:00+00:00"}}',
    ].join(""),
  ),
};
