// Made by `npm run sdk:types` from docs/openapi.json of SHA-256 f2c6fe26c68b18a50b71bbb40ebe3efea5502351ceec60388df6da88679f10a3.

export type ClientOptions = {
    baseUrl: 'https://gateway.invalid' | (string & {});
};

export type Webhooks = EventMessageReceivedWebhookRequest | EventMessageSentFromPhoneWebhookRequest | EventMessageStatusWebhookRequest | EventMessageEditedWebhookRequest | EventMessageDeletedWebhookRequest | EventMessagePollVoteWebhookRequest | EventMessageReactionWebhookRequest | EventGroupMessageWebhookRequest | EventGroupUpdateWebhookRequest | EventChatAssignedWebhookRequest | EventChatClosedWebhookRequest | EventCallReceivedWebhookRequest | EventCallRejectedWebhookRequest | EventInstanceStatusWebhookRequest | EventOtpCompletedWebhookRequest | EventOtpFailedWebhookRequest | EventBroadcastPausedWebhookRequest | EventBroadcastCompletedWebhookRequest | EventExportCompletedWebhookRequest | EventExportFailedWebhookRequest | EventWebhookTestWebhookRequest;

export type StartContactImport = {
    /** Up to 10,000 people */
    contacts?: Array<{
        /** The number with its country code. It can be written the way people and spreadsheets write it */
        phone: string;
        /** 1 to 100 characters */
        name: string;
    }> | null;
    /** The text of a CSV file with up to 10,000 rows, separated by commas, semicolons or tabs. The columns are found by their names in English, Spanish or Portuguese */
    csv?: string | null;
    /** The text of an address book (vCard 2.1 to 4.0) with up to 10,000 cards */
    vcard?: string | null;
    /** For `csv`, if its columns have other names: those of its first row */
    columns?: {
        /** The column with the phone numbers */
        phone?: string | null;
        /** The column with the names */
        name?: string | null;
    } | null;
};

export type CreateExport = {
    /** With `contact`: export only the data that this instance has about one person */
    instance_id?: string | null;
    /** The digits of the person's phone, their private id (…@lid), or the id of the chat with them */
    contact?: string | null;
};

export type CreateGroup = {
    subject: string;
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
    /** null or an empty string removes the description */
    description?: string | null;
    /** A picture of at least 192 pixels on each side, cropped to its center; null removes the picture */
    picture?: {
        /** The public address of a JPEG or PNG of at most 5 MB. Use either this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use either this or url. */
        data?: string | null;
    } | null;
    settings?: ChangeGroupSettings;
};

export type ChangeGroupSettings = {
    /** Whether only admins can write */
    messages_admins_only?: boolean;
    /** Whether only admins can change the subject, description and picture */
    info_admins_only?: boolean;
    /** Whether only admins can add people */
    add_admins_only?: boolean;
    /** Whether admins must approve people who join by the link */
    join_approval?: boolean;
    /** The number of seconds until messages disappear; 0 if they don't */
    disappearing_seconds?: 0 | 86400 | 604800 | 7776000;
};

export type ChangeGroup = {
    subject?: string;
    /** null or an empty string removes the description */
    description?: string | null;
    /** A picture of at least 192 pixels on each side, cropped to its center; null removes the picture */
    picture?: {
        /** The public address of a JPEG or PNG of at most 5 MB. Use either this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use either this or url. */
        data?: string | null;
    } | null;
    settings?: ChangeGroupSettings;
};

export type AddGroupMembers = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
    /** Whether to send an invitation message to people who can only be invited. If not, they get no message */
    invite?: boolean;
};

export type ChangeGroupMembers = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
};

export type JoinGroup = {
    /** The link, or the code in it */
    invite: string;
};

export type AnswerGroupRequests = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
};

export type CreateChannel = {
    name: string;
    /** null or an empty string for no description */
    description?: string | null;
    /** A picture of at least 192 pixels on each side, cropped to its center; null for no picture */
    picture?: {
        /** The public address of a JPEG or PNG of at most 5 MB. Use either this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use either this or url. */
        data?: string | null;
    } | null;
};

export type ChangeChannel = {
    name?: string;
    /** null or an empty string for no description */
    description?: string | null;
    /** A picture of at least 192 pixels on each side, cropped to its center; null for no picture */
    picture?: {
        /** The public address of a JPEG or PNG of at most 5 MB. Use either this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use either this or url. */
        data?: string | null;
    } | null;
};

export type PostStatus = {
    /** The status, or the media's caption */
    text?: string | null;
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** Only for a text */
    background_color?: string | null;
    /** Only for a text: the number of one of the phone's fonts */
    font?: number | null;
    /** Who should see the status, among people who have saved the number. Defaults to the last 500 people who wrote within 30 days */
    recipients?: Array<string> | null;
};

export type CreateBroadcast = {
    instance_id: string;
    /** The text, or the caption of the media. It can contain {name}, {field} or {field|default}; write {{ and }} for braces. A line about how to opt out is added */
    text: string;
    /** Who gets the broadcast, among people who have written to this instance */
    audience: 'recent' | 'label' | 'phones';
    /** Only for recent: people who wrote within this many days (30 by default) */
    days?: number | null;
    /** Only for label */
    label_id?: number | null;
    /** Only for phones. Phones can be written the way people and spreadsheets write them. People outside the audience are counted in left_out but not stored. A list with rounded phones (5.51E+12) or lost letters (�) is refused, and the error names the rows */
    recipients?: Array<{
        phone: string;
        name?: string | null;
        /** Values for the text's placeholders */
        fields?: {
            [key: string]: string;
        } | null;
    }> | null;
    /** A name for your own use. Recipients never see it */
    name?: string | null;
    /** The language of the opt-out line. Defaults to the language of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
    /** Only for recent: also include people in the address book who wrote at any time */
    include_saved_contacts?: boolean | null;
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** The minimum number of seconds between two of the broadcast's messages. The instance's setting applies if it is higher */
    interval_seconds?: number | null;
    /** The maximum number of messages a day. The instance's setting applies if it is lower */
    per_day?: number | null;
    /** When to start, up to 30 days ahead */
    start_at?: string | null;
    /** If true, nothing is sent until POST /v1/broadcasts/{id}/start. A draft is deleted after 14 days without a change */
    draft?: boolean | null;
};

export type ChangeBroadcast = {
    /** The text, or the caption of the media. It can contain {name}, {field} or {field|default}; write {{ and }} for braces. A line about how to opt out is added */
    text?: string;
    /** Who gets the broadcast, among people who have written to this instance */
    audience?: 'recent' | 'label' | 'phones';
    /** Only for recent: people who wrote within this many days (30 by default) */
    days?: number | null;
    /** Only for label */
    label_id?: number | null;
    /** Only for phones. Phones can be written the way people and spreadsheets write them. People outside the audience are counted in left_out but not stored. A list with rounded phones (5.51E+12) or lost letters (�) is refused, and the error names the rows */
    recipients?: Array<{
        phone: string;
        name?: string | null;
        /** Values for the text's placeholders */
        fields?: {
            [key: string]: string;
        } | null;
    }> | null;
    /** A name for your own use. Recipients never see it */
    name?: string | null;
    /** The language of the opt-out line. Defaults to the language of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
    /** Only for recent: also include people in the address book who wrote at any time */
    include_saved_contacts?: boolean | null;
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** The minimum number of seconds between two of the broadcast's messages. The instance's setting applies if it is higher */
    interval_seconds?: number | null;
    /** The maximum number of messages a day. The instance's setting applies if it is lower */
    per_day?: number | null;
    /** When to start, up to 30 days ahead */
    start_at?: string | null;
};

export type CreateOtp = {
    instance_id: string;
    /** `link`: the person opens a link and sends you the code in it. `code`: you send the person a code and they enter it */
    channel: 'link' | 'code';
    /** The number to confirm. Required with `code`. With `link`, only this number can complete the OTP */
    phone?: string | null;
    /** The name of your business or product, shown in the text. It can't contain addresses or line breaks */
    brand?: string | null;
    /** Your own reference, included in responses and events but never shown to the person */
    reference?: string | null;
    /** The language of the text, as a BCP 47 tag. English is used for unsupported languages */
    locale?: string | null;
    /** The number of seconds until the OTP expires. Defaults to 600 */
    expires_in?: number | null;
    /** The number of digits of a `code`. Defaults to 6. A `link` always has 8 */
    code_length?: number | null;
};

export type CheckOtp = {
    /** The code as the person typed it, which can contain digits of any script, spaces and hyphens */
    code: string;
};

export type ChangeAgent = {
    /** The agent can only be turned on if it has a key */
    enabled?: boolean;
    /** To change the provider, include its `api_key` in the same request */
    provider?: 'openai' | 'anthropic';
    /** One of `models`. If you change the provider and leave this out, the new provider's default model is used */
    model?: string;
    /** The provider's API key. Only its last 4 characters are ever returned. null removes the key and turns the agent off */
    api_key?: string | null;
    /** How the agent should answer. Don't include anything that customers must not see */
    instructions?: string;
    /** The facts the agent can use in its answers. Don't include anything that customers must not see */
    knowledge?: string;
    max_replies_per_chat_per_day?: number;
    /** How many seconds the agent waits after a person's last text before it answers */
    wait_seconds?: number;
    /** If a short text contains one of these words, `handover_message` is sent and the agent stays silent */
    handover_words?: Array<string>;
    handover_message?: string;
    pause_after_team_reply_minutes?: number;
    /** When the agent answers; null for always */
    hours?: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
};

export type ReplaceMenu = {
    enabled: boolean;
    /** The text above the list. Required when the menu is on */
    greeting?: string | null;
    /** The text sent for the outcome `handover` */
    handover_message?: string | null;
    choices: Array<{
        label: string;
        /** `answer` sends the answer, `handover` leaves the chat to your team, `ai` leaves it to the AI agent, and `menu` shows more choices */
        outcome: 'answer' | 'handover' | 'ai' | 'menu';
        /** Only for the outcome `answer`, which needs a text, media or both */
        answer?: string | null;
        media?: {
            /** The public address of the file. Use either this or data. */
            url?: string | null;
            /** The file as base64, at most 4 MB when decoded. Use either this or url. */
            data?: string | null;
            /** image*, video* or audio*; any other type is sent as a document */
            mimetype: string;
            filename?: string | null;
            /** Only for audio: show it as a voice note */
            voice?: boolean | null;
            /** The id of a file that GET returned. The file stays unchanged, and `url` is ignored */
            id?: string | null;
        } | null;
        /** Only for the outcome `menu` */
        choices?: Array<{
            label: string;
            /** `answer` sends the answer, `handover` leaves the chat to your team, `ai` leaves it to the AI agent, and `menu` shows more choices */
            outcome: 'answer' | 'handover' | 'ai' | 'menu';
            /** Only for the outcome `answer`, which needs a text, media or both */
            answer?: string | null;
            media?: {
                /** The public address of the file. Use either this or data. */
                url?: string | null;
                /** The file as base64, at most 4 MB when decoded. Use either this or url. */
                data?: string | null;
                /** image*, video* or audio*; any other type is sent as a document */
                mimetype: string;
                filename?: string | null;
                /** Only for audio: show it as a voice note */
                voice?: boolean | null;
                /** The id of a file that GET returned. The file stays unchanged, and `url` is ignored */
                id?: string | null;
            } | null;
        }> | null;
    }>;
    /** The language of number words, such as two or three; null for the language of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
};

export type ChangeAutoReply = {
    /** The auto-reply can only be turned on if it has a text */
    enabled?: boolean;
    /** The text sent during the auto-reply's hours; null to send nothing */
    text?: string | null;
    /** The text sent outside the auto-reply's hours, and when an active agent can't answer during the agent's hours. In the second case, `text` is sent if this is null */
    away_text?: string | null;
    /** When `text` is sent; null for always */
    hours?: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
    /** The minimum number of hours between two auto-replies to the same person */
    every_hours?: number;
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
};

export type TryAnswer = {
    /** A text that a person might send */
    text: string;
    /** The menu list that is open in the chat: [] is the first list, [2] is the list of choice 2. Leave this out for a new chat */
    level?: Array<number> | null;
    /** Whether to also call the AI agent's provider, which is charged to your key. If not, the agent's text is null */
    call?: boolean | null;
};

export type CreateSavedReply = {
    /** The shortcut that people type after a slash. It is not case-sensitive, and each reply needs its own */
    shortcut: string;
    /** `{name}` becomes the person's name and `{number_name}` the instance's name. `{name|there}` has a word to use if the name is unknown, and `{{` is a literal brace. If the reply has a file, this text is its caption */
    text?: string | null;
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
        /** The id of a file that GET returned. The file stays unchanged, and `url` is ignored */
        id?: string | null;
    } | null;
};

export type UpdateSavedReply = {
    /** The shortcut that people type after a slash. It is not case-sensitive, and each reply needs its own */
    shortcut?: string;
    /** `{name}` becomes the person's name and `{number_name}` the instance's name. `{name|there}` has a word to use if the name is unknown, and `{{` is a literal brace. If the reply has a file, this text is its caption */
    text?: string | null;
    /** null removes the file */
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
        /** The id of a file that GET returned. The file stays unchanged, and `url` is ignored */
        id?: string | null;
    } | null;
};

export type SendMessage = {
    instance_id: string;
    /** The person's number: country code and digits, without + or leading 0. Use either this or chat_id. */
    to?: string | null;
    /** The id of a group or channel, or of the chat with someone whose number is hidden. */
    chat_id?: string | null;
    /** The message, or the caption of media (at most 1,024 characters) */
    text?: string | null;
    media?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
        /** image*, video* or audio*; any other type is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Only for audio: show it as a voice note */
        voice?: boolean | null;
    } | null;
    location?: {
        latitude: number;
        longitude: number;
        title?: string | null;
        address?: string | null;
    } | null;
    contact?: {
        name: string;
        /** Country code and digits */
        phone: string;
        organization?: string | null;
    } | null;
    /** A WebP, PNG, JPEG or GIF picture. It is resized to 512 by 512 pixels, and animations are preserved */
    sticker?: {
        /** The public address of the file. Use either this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB when decoded. Use either this or url. */
        data?: string | null;
    } | null;
    poll?: {
        name: string;
        options: Array<string>;
        multiple_answers?: boolean | null;
    } | null;
    /** The id of the message that this one replies to, in the same chat */
    reply_to?: string | null;
    /** Only in groups: the people mentioned in the text as @digits, each by their number or their id from an event */
    mentions?: Array<string> | null;
    /** When to send the message, up to 30 days ahead. A time up to a minute in the past counts as now. */
    send_at?: string | null;
    link_preview?: boolean | null;
};

export type ChangeMessage = {
    /** The new text or caption. A sent message can be changed for 15 minutes */
    text?: string;
    /** Only for scheduled messages: the new time; null to send the message now */
    send_at?: string | null;
};

export type Reaction = {
    emoji: string;
};

export type ForwardMessage = {
    /** The person's number: country code and digits, without + or leading 0. Use either this or chat_id. */
    to?: string | null;
    /** The id of a group or channel, or of the chat with someone whose number is hidden. */
    chat_id?: string | null;
};

export type ChangeChat = {
    /** Archiving a chat also unpins it */
    archived?: boolean;
    /** Pinning a chat also unarchives it. At most 3 chats can be pinned */
    pinned?: boolean;
    /** null to unmute, "forever", or a time at most a year ahead */
    muted_until?: string | null;
    /** true marks the chat as unread, false as read. The change applies here and on the phone; nobody else is notified */
    unread?: boolean;
    /** `team` if your team answers the chat; null if no one has taken it. This works even while the instance is not connected */
    handled_by?: 'team' | null;
    /** The id of the team member (`GET /v1/members`) who should answer the chat; null for no one. In the panel, also `me` */
    assigned_to?: string | null;
    /** Assign the chat only if it is currently assigned to this member (null: to no one). Otherwise the request fails with 409 `conflict` */
    if_assigned_to?: string | null;
    /** Snooze the chat until this time, at most a year ahead, or until someone writes in it. null ends the snooze */
    snoozed_until?: string | null;
    /** true closes the chat, so it no longer counts as waiting. The next received message opens it again. false opens it */
    closed?: boolean;
    /** Close or snooze the chat only if this is its last message. Otherwise the request fails with 409 `conflict` */
    if_last_message_id?: string;
};

export type Typing = {
    /** Typing or recording disappears after about ten seconds. Repeat the request to keep it visible, or send `paused` to end it */
    state: 'typing' | 'recording' | 'paused';
};

export type WriteNote = {
    /** The text, which only your team sees and which is never sent to anyone */
    text: string;
};

export type Message = {
    id: string;
    instance_id: string;
    /** The number in the form the network uses for the person, regardless of the form in the request */
    phone: string | null;
    /** Only if it differs from phone: the form of the number in the request */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only if the message was sent in the panel: the team member who sent it */
    user_id?: string;
    body: string | null;
    /** The message's file; also null if a received file is over 100 MB */
    media: {
        /** For stored files, a link that is valid for 24 hours and redirects to the file; otherwise the address you provided */
        url: string;
        mimetype: string | null;
        filename: string | null;
        /** null until the service has fetched the file */
        size_bytes: number | null;
    } | null;
    location: {
        latitude: number;
        longitude: number;
        title: string | null;
        address: string | null;
        /** Only for a live location. Later positions arrive as message.edited events */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    } | null;
    poll: {
        name: string;
        options: Array<string>;
        multiple_answers: boolean;
    } | null;
    order: {
        [key: string]: unknown;
    } | null;
    product: {
        [key: string]: unknown;
    } | null;
    interactive?: Interactive;
    /** The first 60 buttons and list rows in the message */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The first 100 people mentioned. mentions_count has the total */
    mentions?: Array<Mention>;
    /** Only with mentions: the number of people mentioned, including those not listed */
    mentions_count?: number;
    /** Only if the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only if the message can be viewed once. If the network withholds the file from linked devices, media is null */
    view_once?: true;
    /** The message that this one comments on */
    comment_on?: string;
    /** The number of seconds after which phones delete the message */
    disappears_in?: number;
    /** Only if the message has several cards: all of them. contact is the first one */
    contacts?: Array<{
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name for content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more such messages arrived in the chat within a minute. This message represents all of them */
    more_unsupported?: number;
    /** Only if the message was forwarded */
    forwarded?: true;
    /** Only if phones mark the message as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** The current reactions of the 50 people who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: the number of people who have reacted, including those not listed */
    reactions_count?: number;
    /** Only for polls: each option and how many people chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only for polls: the current choices of the 50 people who voted last, or of fewer people if the options are long (16 KB in total) */
    votes?: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only for polls: the number of people who have voted, including those not listed */
    votes_count?: number;
    error: string | null;
    error_code: 'cancelled' | 'waited_too_long' | 'not_connected' | 'no_receipt' | 'not_on_messenger' | 'messenger_refused' | 'messenger_restricted' | 'new_chats_paused' | 'media_unreachable' | 'file_too_large' | 'media_type_refused' | 'opted_out' | 'chat_not_found' | 'instance_removed' | 'unreadable' | 'unsupported' | 'view_once_withheld' | 'server_error' | null;
    waiting_reason: 'spacing' | 'daily_cap' | 'quiet_hours' | 'paused' | 'offline' | 'scheduled' | 'messenger_unavailable' | null;
    expected_at: string | null;
    send_at: string | null;
    written_at: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    edited_at: string | null;
    deleted_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
};

/** What the person chose or filled in. body has the text of the choice, or its id if it arrived without a text */
export type Interactive = {
    type: 'button_reply' | 'list_reply' | 'flow_reply';
    /** The id of the choice, as set by the sender of the question. For an answer to an event: going, not_going or maybe */
    id: string | null;
    /** The text of the choice, as phones display it */
    title: string | null;
    /** The second line of a list row. For an answer to an event: how many guests the person brings, such as +2 */
    description: string | null;
    /** The answers in a form; null if there are none, or if they are larger than 32000 bytes */
    response: {
        [key: string]: unknown;
    } | null;
};

export type OfferedAction = {
    type: 'reply' | 'url' | 'call' | 'copy' | 'row' | 'flow' | 'payment' | 'location' | 'other';
    text: string | null;
    /** The id that an answer to this action contains */
    id: string | null;
    url: string | null;
    /** The phone, as it is written in the message */
    phone: string | null;
    /** The text that the button copies to the clipboard */
    code: string | null;
    /** The second line of a list row */
    description: string | null;
    /** The section of the list that the row belongs to */
    section: string | null;
    /** The number of the card, starting at 1; null if there are no cards */
    card: number | null;
};

export type SharedEvent = {
    name: string | null;
    description: string | null;
    starts_at: string | null;
    ends_at: string | null;
    location: {
        name: string | null;
        latitude: number | null;
        longitude: number | null;
    } | null;
    /** The link to the event's call */
    join_link: string | null;
    cancelled: boolean;
};

/** The payment as described by the sender. It does not prove that any money was transferred */
export type Payment = {
    kind: 'request' | 'sent' | 'invite' | 'key' | 'invoice' | 'declined' | 'cancelled';
    /** A decimal number, as a string */
    amount: string | null;
    currency: string | null;
    note: string | null;
    /** Such as PHONE, EMAIL, CPF, CNPJ or EVP */
    key_type: string | null;
    key: string | null;
    /** The name of the payee, as the sender wrote it */
    name: string | null;
    reference: string | null;
    /** ISO 8601 with offset */
    expires_at: string | null;
};

export type ReceivedInvite = {
    /** channel_admin is an invitation to become an admin of the channel */
    kind: 'group' | 'channel_admin' | 'channel';
    /** The id of the group or channel */
    id: string | null;
    name: string | null;
    code: string | null;
    /** Only for a group: pass this code to POST …/groups/join */
    link: string | null;
    /** ISO 8601 with offset */
    expires_at: string | null;
};

export type Referral = {
    source_type: 'ad' | 'post' | 'other';
    /** The id of the advertisement or post */
    source_id: string | null;
    source_url: string | null;
    headline: string | null;
    body: string | null;
    media_type: 'image' | 'video' | null;
    /** The id of the click, for conversion reports */
    ctwa_clid: string | null;
    /** The network's name for the place where the person clicked */
    entry_point: string | null;
};

export type Mention = {
    /** The network's id for the person or group */
    id: string;
    /** null if the number is hidden, and for a group */
    phone: string | null;
    /** The person's saved name, or otherwise the name they have chosen. For a group, the name sent with the message */
    name: string | null;
    /** Whether the linked number itself is mentioned */
    is_me: boolean;
    /** The part of body that represents the mention; null if there is none */
    text: string | null;
};

/** Only if reply_to is null: the status or the older message that this one replies to, as the reply describes it */
export type QuotedMessage = {
    /** The network's id for the message */
    id: string | null;
    /** The network's id for the author */
    author_id: string | null;
    author_phone: string | null;
    /** null if the reply does not contain it */
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product' | null;
    /** The beginning of the message's text */
    body: string | null;
};

export type Album = {
    /** The album's id, which all of its messages share */
    id: string;
    /** The message's place in the album, starting at 0; null if the phone did not send it */
    index: number | null;
    /** The number of files announced for the album; null if not known */
    count: number | null;
};

export type PollVoteData = {
    id: string;
    instance_id: string;
    /** The number in the form the network uses for the person, regardless of the form in the request */
    phone: string | null;
    /** Only if it differs from phone: the form of the number in the request */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only if the message was sent in the panel: the team member who sent it */
    user_id?: string;
    body: string | null;
    /** The message's file; also null if a received file is over 100 MB */
    media: {
        /** For stored files, a link that is valid for 24 hours and redirects to the file; otherwise the address you provided */
        url: string;
        mimetype: string | null;
        filename: string | null;
        /** null until the service has fetched the file */
        size_bytes: number | null;
    } | null;
    location: {
        latitude: number;
        longitude: number;
        title: string | null;
        address: string | null;
        /** Only for a live location. Later positions arrive as message.edited events */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    } | null;
    poll: {
        name: string;
        options: Array<string>;
        multiple_answers: boolean;
    } | null;
    order: {
        [key: string]: unknown;
    } | null;
    product: {
        [key: string]: unknown;
    } | null;
    interactive?: Interactive;
    /** The first 60 buttons and list rows in the message */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The first 100 people mentioned. mentions_count has the total */
    mentions?: Array<Mention>;
    /** Only with mentions: the number of people mentioned, including those not listed */
    mentions_count?: number;
    /** Only if the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only if the message can be viewed once. If the network withholds the file from linked devices, media is null */
    view_once?: true;
    /** The message that this one comments on */
    comment_on?: string;
    /** The number of seconds after which phones delete the message */
    disappears_in?: number;
    /** Only if the message has several cards: all of them. contact is the first one */
    contacts?: Array<{
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name for content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more such messages arrived in the chat within a minute. This message represents all of them */
    more_unsupported?: number;
    /** Only if the message was forwarded */
    forwarded?: true;
    /** Only if phones mark the message as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** The current reactions of the 50 people who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: the number of people who have reacted, including those not listed */
    reactions_count?: number;
    /** Only for polls: each option and how many people chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only for polls: the current choices of the 50 people who voted last, or of fewer people if the options are long (16 KB in total) */
    votes?: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only for polls: the number of people who have voted, including those not listed */
    votes_count?: number;
    error: string | null;
    error_code: 'cancelled' | 'waited_too_long' | 'not_connected' | 'no_receipt' | 'not_on_messenger' | 'messenger_refused' | 'messenger_restricted' | 'new_chats_paused' | 'media_unreachable' | 'file_too_large' | 'media_type_refused' | 'opted_out' | 'chat_not_found' | 'instance_removed' | 'unreadable' | 'unsupported' | 'view_once_withheld' | 'server_error' | null;
    waiting_reason: 'spacing' | 'daily_cap' | 'quiet_hours' | 'paused' | 'offline' | 'scheduled' | 'messenger_unavailable' | null;
    expected_at: string | null;
    send_at: string | null;
    written_at: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    edited_at: string | null;
    deleted_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** Who voted */
    vote: string;
    /** The person's current choice; empty if they withdrew their vote */
    selected_options: Array<string>;
};

export type ReactionData = {
    id: string;
    instance_id: string;
    /** The number in the form the network uses for the person, regardless of the form in the request */
    phone: string | null;
    /** Only if it differs from phone: the form of the number in the request */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only if the message was sent in the panel: the team member who sent it */
    user_id?: string;
    body: string | null;
    /** The message's file; also null if a received file is over 100 MB */
    media: {
        /** For stored files, a link that is valid for 24 hours and redirects to the file; otherwise the address you provided */
        url: string;
        mimetype: string | null;
        filename: string | null;
        /** null until the service has fetched the file */
        size_bytes: number | null;
    } | null;
    location: {
        latitude: number;
        longitude: number;
        title: string | null;
        address: string | null;
        /** Only for a live location. Later positions arrive as message.edited events */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    } | null;
    poll: {
        name: string;
        options: Array<string>;
        multiple_answers: boolean;
    } | null;
    order: {
        [key: string]: unknown;
    } | null;
    product: {
        [key: string]: unknown;
    } | null;
    interactive?: Interactive;
    /** The first 60 buttons and list rows in the message */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The first 100 people mentioned. mentions_count has the total */
    mentions?: Array<Mention>;
    /** Only with mentions: the number of people mentioned, including those not listed */
    mentions_count?: number;
    /** Only if the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only if the message can be viewed once. If the network withholds the file from linked devices, media is null */
    view_once?: true;
    /** The message that this one comments on */
    comment_on?: string;
    /** The number of seconds after which phones delete the message */
    disappears_in?: number;
    /** Only if the message has several cards: all of them. contact is the first one */
    contacts?: Array<{
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name for content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more such messages arrived in the chat within a minute. This message represents all of them */
    more_unsupported?: number;
    /** Only if the message was forwarded */
    forwarded?: true;
    /** Only if phones mark the message as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** The current reactions of the 50 people who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: the number of people who have reacted, including those not listed */
    reactions_count?: number;
    /** Only for polls: each option and how many people chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only for polls: the current choices of the 50 people who voted last, or of fewer people if the options are long (16 KB in total) */
    votes?: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only for polls: the number of people who have voted, including those not listed */
    votes_count?: number;
    error: string | null;
    error_code: 'cancelled' | 'waited_too_long' | 'not_connected' | 'no_receipt' | 'not_on_messenger' | 'messenger_refused' | 'messenger_restricted' | 'new_chats_paused' | 'media_unreachable' | 'file_too_large' | 'media_type_refused' | 'opted_out' | 'chat_not_found' | 'instance_removed' | 'unreadable' | 'unsupported' | 'view_once_withheld' | 'server_error' | null;
    waiting_reason: 'spacing' | 'daily_cap' | 'quiet_hours' | 'paused' | 'offline' | 'scheduled' | 'messenger_unavailable' | null;
    expected_at: string | null;
    send_at: string | null;
    written_at: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    edited_at: string | null;
    deleted_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** Who reacted */
    reacted: string;
    /** null if the reaction was removed */
    emoji: string | null;
    /** ISO 8601 with offset */
    at: string;
};

export type GroupUpdateData = {
    instance_id: string;
    chat_id: string;
    /** joined and left are about the instance itself; join, leave, promote and demote are about participants */
    change: 'joined' | 'left' | 'join' | 'leave' | 'promote' | 'demote' | 'updated';
    participants?: Array<{
        /** The person's network id, not a phone */
        id: string;
        /** owner, admin or member; null if the person is no longer in the group */
        role: string | null;
    }>;
    subject?: string;
    description?: string;
    /** ISO 8601 with offset */
    at: string;
};

export type ChatAssignedData = {
    instance_id: string;
    chat_id: string;
    /** The team member that the chat is assigned to; null if no one */
    assigned_to: Assignee | null;
    /** The panel user who made the change; null if an API key did */
    user_id: string | null;
    /** The API key that made the change; null if a panel user did */
    key_id: string | null;
    /** The team member it was assigned to before; null if no one */
    was_assigned_to: Assignee | null;
    /** ISO 8601 with offset */
    at: string;
};

export type Assignee = {
    id: string;
    /** null if they have not set a name, or have left the team */
    name: string | null;
};

export type ChatClosedData = {
    instance_id: string;
    chat_id: string;
    /** The team member that the chat is assigned to; null if no one */
    assigned_to: Assignee | null;
    /** The panel user who made the change; null if an API key did */
    user_id: string | null;
    /** The API key that made the change; null if a panel user did */
    key_id: string | null;
    /** ISO 8601 with offset */
    closed_at: string;
};

export type CallReceivedData = {
    id: string;
    instance_id: string;
    chat_id: string;
    /** International format, digits only; null if the number is hidden */
    phone: string | null;
    /** The caller. Pass this value as `from` to POST …/calls/reject */
    from?: string;
    is_video: boolean;
    /** ISO 8601 with offset */
    at: string;
    /** Whether the instance declines calls automatically */
    rejected: boolean;
};

export type CallRejectedData = {
    id: string;
    instance_id: string;
    chat_id: string;
    /** International format, digits only; null if the number is hidden */
    phone: string | null;
    /** The caller. Pass this value as `from` to POST …/calls/reject */
    from?: string;
    is_video: boolean;
    /** ISO 8601 with offset */
    at: string;
};

export type InstanceStatusData = {
    id: string;
    external_ref: string | null;
    status: 'scan_qr_code' | 'starting' | 'working' | 'stopped' | 'failed';
    status_reason?: 'network_logged_out' | 'link_refused' | 'replaced_elsewhere' | 'restricted' | 'banned' | 'passkey_required' | 'unavailable' | 'proxy_unreachable' | null;
    phone: string | null;
};

export type OtpCompletedData = {
    id: string;
    instance_id: string;
    channel: 'link' | 'code';
    reference: string | null;
    /** International format, digits only; null if the number is hidden */
    phone: string | null;
    /** ISO 8601 with offset */
    verified_at: string;
};

export type OtpFailedData = {
    id: string;
    instance_id: string;
    channel: 'link' | 'code';
    reference: string | null;
    /** International format, digits only; null if the number is hidden */
    phone: string | null;
    reason: 'too_many_attempts' | 'not_on_messenger' | 'quiet_hours' | 'daily_cap' | 'new_chats_paused' | 'messenger_restricted' | 'not_connected' | 'send_failed';
    /** ISO 8601 with offset */
    failed_at: string;
};

export type BroadcastData = {
    id: string;
    instance_id: string;
    name: string | null;
    status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
    reason: {
        code: string;
        text: string;
    } | null;
    progress: {
        [key: string]: unknown;
    };
    started_at: string | null;
    completed_at: string | null;
};

export type ExportCompletedData = {
    id: string;
    /** GET /v1/exports/{id} has the links to the archive's files */
    status: 'done';
    reason: null;
    /** The instance, if the export is for one person; null if it is for the whole account */
    instance_id: string | null;
    /** How much the archive contains so far */
    progress: {
        /** The number of lines written so far */
        records: number;
        /** The number of message files, such as pictures and documents, copied so far */
        files: number;
    };
    /** The size of the archive's files so far */
    size_bytes: number;
    /** ISO 8601 with offset */
    created_at: string;
    /** ISO 8601 with offset */
    done_at: string;
    /** When the archive is deleted */
    expires_at: string;
};

export type ExportFailedData = {
    id: string;
    status: 'failed';
    reason: 'erased' | 'too_large' | 'server_error';
    /** The instance, if the export is for one person; null if it is for the whole account */
    instance_id: string | null;
    /** How much the archive contains so far */
    progress: {
        /** The number of lines written so far */
        records: number;
        /** The number of message files, such as pictures and documents, copied so far */
        files: number;
    };
    /** The size of the archive's files so far */
    size_bytes: number;
    /** ISO 8601 with offset */
    created_at: string;
    done_at: string | null;
    /** When the archive is deleted */
    expires_at: string;
};

export type Instance = {
    id: string;
    name: string;
    external_ref: string | null;
    status: 'scan_qr_code' | 'starting' | 'working' | 'stopped' | 'failed';
    status_reason: 'network_logged_out' | 'link_refused' | 'replaced_elsewhere' | 'restricted' | 'banned' | 'passkey_required' | 'unavailable' | 'proxy_unreachable' | null;
    /** ISO 8601 with offset */
    status_since: string;
    /** The linked number, digits only */
    phone: string | null;
    chat_link: string | null;
    link_refused: boolean;
    reject_calls: boolean;
    proxy: InstanceProxy | null;
    protection_settings: ProtectionSettings;
    protection: Protection;
    /** The same as protection.safety */
    safety: Safety;
    /** ISO 8601 with offset */
    created_at: string;
    linked_at: string | null;
};

/** The proxy for a number's connections. Its url is never shown again */
export type InstanceProxy = {
    /** Host and port */
    host: string;
    /** The last 4 characters of the user name; null if there is none, or if it is shorter than 8 characters */
    last4: string | null;
};

export type ProtectionSettings = {
    new_contacts_per_day: number | null;
    first_message_interval_seconds: number | null;
    message_interval_seconds: number | null;
    reply_interval_seconds: number | null;
    messages_per_hour: number | null;
    messages_per_day: number | null;
    quiet_hours_start: string | null;
    quiet_hours_end: string | null;
    timezone: string | null;
    typing: boolean | null;
    mark_read_before_reply: boolean | null;
    new_chats_paused: boolean | null;
    broadcast_interval_seconds: number | null;
    broadcast_per_day: number | null;
    hold_first_messages_hours: number | null;
};

export type Protection = {
    new_contacts_limit_today: number;
    new_contacts_used_today: number;
    new_contacts_left_today: number;
    /** ISO 8601 with offset */
    resets_at: string;
    waiting: {
        first: number;
        known: number;
        scheduled: number;
    };
    /** The earliest possible time; null while unknown */
    next_first_message_at: string | null;
    quiet_now: boolean;
    quiet_hours: {
        start: string;
        end: string;
        timezone: string;
    };
    new_chats_paused: boolean;
    new_chats_paused_until: string | null;
    new_chats_paused_reason: 'by_you' | 'network_lock' | 'network_quota' | 'restricted' | 'safety' | null;
    restricted: boolean;
    restricted_until: string | null;
    network_quota: {
        total: number;
        used: number;
        resets_at: string | null;
        warning: 'first' | 'second' | 'capped' | null;
    } | null;
    /** Today's limits for actions other than sending messages. They protect the number */
    deeds: {
        group_adds: {
            limit: number;
            used: number;
            left: number;
        };
        groups_created: {
            limit: number;
            used: number;
            left: number;
        };
        group_joins: {
            limit: number;
            used: number;
            left: number;
        };
        invite_revokes: {
            limit: number;
            used: number;
            left: number;
        };
        statuses: {
            limit: number;
            used: number;
            left: number;
        };
        channels_created: {
            limit: number;
            used: number;
            left: number;
        };
        channel_follows: {
            limit: number;
            used: number;
            left: number;
        };
    };
    warm_up: {
        stage: number;
        of: number;
        active_days: number;
        /** The number of new people a day at the next stage; null at the last stage */
        next_limit: number | null;
        /** When the next stage can start, if every day until then is active */
        next_at: string | null;
        held_because: 'safety' | 'few_answers' | null;
    };
    safety: Safety;
};

export type Safety = {
    score: number;
    level: 'good' | 'watch' | 'risk' | 'critical';
    reasons: Array<{
        code: string;
        /** Why the score is lower and how to raise it */
        text: string;
        /** The points lost; 0 for a warning */
        points: number;
    }>;
};

export type Links = {
    /** The absolute address of the next page; null on the last page */
    next: string | null;
};

export type PageMeta = {
    current_page: number;
    per_page: number;
    last_page: number;
    total: number;
};

export type Error = {
    /** What is wrong and what to do, in plain words */
    message: string;
    /** A stable code for programs */
    code: 'bad_request' | 'unauthenticated' | 'key_not_allowed' | 'ip_not_allowed' | 'account_suspended' | 'plan_limit' | 'feature_not_included' | 'instance_not_found' | 'message_not_found' | 'chat_not_found' | 'group_not_found' | 'channel_not_found' | 'broadcast_not_found' | 'otp_not_found' | 'status_not_found' | 'not_found' | 'not_connected' | 'link_refused' | 'messenger_restricted' | 'new_chats_paused' | 'messenger_refused' | 'in_progress' | 'conflict' | 'validation_failed' | 'wrong_code' | 'no_attempts_left' | 'rate_limited' | 'limit_reached' | 'backlog_full' | 'file_budget_used' | 'busy' | 'server_error' | 'messenger_unavailable' | 'unavailable' | 'person_unknown';
    /** Only with validation_failed: the error sentences for each field */
    errors?: {
        [key: string]: Array<string>;
    };
    /** Only with wrong_code and no_attempts_left: the number of attempts left */
    attempts_left?: number;
};

export type QrCode = {
    /** A PNG, as a data URI */
    qr: string;
    /** The code's raw text */
    value: string;
    /** ISO 8601 with offset */
    expires_at: string;
};

export type PairingCode = {
    code: string;
    /** ISO 8601 with offset */
    expires_at: string;
};

export type PasskeyLink = {
    /** none: the network does not require a passkey. sign: sign the options and send the result. sent: the link completes automatically. */
    state: 'none' | 'sign' | 'sent';
    /** Pass this to PublicKeyCredential.parseRequestOptionsFromJSON() on the network's own web page */
    options: {
        [key: string]: unknown;
    } | null;
    /** The code that the phone shows, if it shows one */
    code: string | null;
    /** ISO 8601 with offset. After this time, a new code must be scanned */
    expires_at: string | null;
};

export type NumberCheck = {
    /** The number in the form the network uses, which may differ from the form in the request */
    phone: string;
    /** Whether the number is on the network */
    on_messenger: boolean;
    checks_left_today: number;
};

export type ProxyTest = {
    ok: boolean;
    /** How long it took to connect, in milliseconds; null if no connection was made */
    ms: number | null;
    /** What is wrong and what to do; null if the proxy works */
    error: string | null;
    tests_left_today: number;
};

export type Profile = {
    name: string | null;
    about: string | null;
    /** A link to the current picture, which works for 24 hours */
    picture_url: string | null;
};

export type Contact = {
    /** The id of the chat with this person, which is the first id they were known by */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    /** The name the contact is saved under; null if it is not saved */
    name: string | null;
    /** The name that the person has chosen */
    contact_name: string | null;
    /** Whether the person writes from a business account */
    business: boolean;
    /** Whether the instance has blocked this person */
    blocked: boolean;
    /** A link to the person's picture, which works for 24 hours; null if no picture is known. The picture is updated each time this contact is fetched individually */
    picture_url: string | null;
    /** When the person first wrote; null if they never did */
    wrote_first_at: string | null;
    /** When the person last wrote; null if they never did */
    last_in_at: string | null;
    /** When the person opted out of broadcasts; null if they have not */
    opted_out_at: string | null;
};

export type OffsetMeta = {
    limit: number;
    offset: number;
};

export type ImportedContacts = {
    /** Contacts now saved under the given name */
    saved: number;
    /** Contacts that already had this name */
    unchanged: number;
    /** Contacts that keep their name from the phone's address book */
    kept: number;
};

export type ContactImport = {
    id: string;
    instance_id: string;
    /** The import starts within a minute and runs in the background */
    status: 'waiting' | 'running' | 'done' | 'failed';
    /** Why it failed. `limit_reached`: it has more new names than the instance can still import today; nothing was saved. `erased`: a person's data were erased while it went on; start it again without them */
    reason: 'limit_reached' | 'erased' | 'server_error' | null;
    /** The people to import */
    total: number;
    /** How many of them are handled so far */
    done: number;
    /** Contacts now saved under the given name */
    saved: number;
    /** Contacts that already had this name */
    unchanged: number;
    /** Contacts that keep their name from the phone's address book */
    kept: number;
    /** Rows or cards without a phone or a name, and all but the last of those with the same phone */
    left_out: number;
    /** ISO 8601 with offset */
    created_at: string;
    done_at: string | null;
    /** Until when it can be read */
    expires_at: string;
};

export type ContactFile = {
    format: 'csv' | 'vcard';
    /** The file, or its next part: the texts one after the other are the file */
    text: string;
    /** How many people are in this part */
    people: number;
    /** How many were left out because their number is hidden */
    left_out: number;
    /** The address of the next part; null: this is the last */
    next: string | null;
};

export type Erasure = {
    /** The erasure is in progress. Repeat the request until the response is 204 */
    state: 'erasing';
    /** When the erasure began, ISO 8601 with offset */
    asked_at: string;
};

export type Export = {
    id: string;
    /** The export starts within a minute and runs in the background */
    status: 'waiting' | 'running' | 'done' | 'failed';
    /** Why the export failed. `erased`: a person's data was erased after the export began, so its archive was deleted too. Start a new export */
    reason: 'erased' | 'too_large' | 'server_error' | null;
    /** The instance, if the export is for one person; null if it is for the whole account */
    instance_id: string | null;
    /** The person, as the request named them */
    contact: string | null;
    /** How much the archive contains so far */
    progress: {
        /** The number of lines written so far */
        records: number;
        /** The number of message files, such as pictures and documents, copied so far */
        files: number;
    };
    /** The size of the archive's files so far */
    size_bytes: number;
    /** The archive, as one file, or as several if there is a lot of data. Only in GET /v1/exports/{id}, once the export is done */
    files: Array<ExportFile> | null;
    /** When the addresses in `files` expire */
    url_expires_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    done_at: string | null;
    /** When the archive is deleted */
    expires_at: string;
};

export type ExportFile = {
    name: string;
    size_bytes: number;
    /** The SHA-256 of the file, in hexadecimal */
    sha256: string;
    /** The address to download the file from, without a key, until `url_expires_at` */
    url: string;
};

export type CursorMeta = {
    per_page: number;
    next_cursor: string | null;
};

export type Label = {
    id: number;
    name: string;
    /** The color's place in the phone's palette, 0 to 19 */
    color: number;
    /** The number of chats with this label */
    count: number;
    /** Whether the label has the same name and color on the phone; null if the number's phone has no labels */
    synced: boolean | null;
};

export type Chat = {
    /** The same as chat_id in messages and events */
    id: string;
    instance_id: string;
    type: 'person' | 'group' | 'channel';
    /** null for groups and channels, and while the number is hidden */
    phone: string | null;
    /** The saved or verified name, or otherwise the name that the person has chosen */
    name: string | null;
    /** Whether the person wrote last and nobody has answered yet */
    waiting: boolean;
    unread_count: number;
    /** The ids of the chat's labels */
    labels: Array<number>;
    archived: boolean;
    pinned: boolean;
    /** A time, `forever`, or null when the chat is not muted */
    muted_until: string | null;
    /** Who currently answers the chat; null if no one has taken it */
    handled_by: 'ai' | 'menu' | 'team' | null;
    /** The team member that the chat is assigned to; null if no one */
    assigned_to: Assignee | null;
    /** The chat is snoozed until this time, or until someone writes in it; null if it is not snoozed */
    snoozed_until: string | null;
    /** When your team closed the chat; null if it is open. The next received message opens a closed chat again */
    closed_at: string | null;
    /** The last message from either side; null if no message is stored, or if the chat was deleted */
    last_message: LastMessage | null;
    /** When the person last wrote; null for groups and channels */
    last_in_at: string | null;
    /** Until this time, a message to the person counts as a reply; null if the time has passed */
    reply_until: string | null;
    /** When the last message from either side was written or sent */
    updated_at: string | null;
};

export type LastMessage = {
    id: string;
    direction: 'in' | 'out';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    /** The first 200 characters of its text */
    body: string | null;
    /** Only if the type alone doesn't tell what the message is, or why there is nothing to show */
    about?: 'event' | 'payment' | 'invite' | 'form' | 'unsupported' | 'unreadable' | 'view_once_withheld';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    /** ISO 8601 with offset */
    created_at: string;
};

export type OpenPageMeta = {
    current_page: number;
    per_page: number;
};

export type GroupSummary = {
    /** The same as chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** The group's creator: the digits of the phone if known, otherwise the private id; null if unknown */
    owner: string | null;
    created_at: string | null;
    /** A link that works for 24 hours; null if no picture is known */
    picture_url: string | null;
    size: number;
    /** null if the instance is not in the group */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
};

export type GroupSettings = {
    /** Whether only admins can write */
    messages_admins_only: boolean;
    /** Whether only admins can change the subject, description and picture */
    info_admins_only: boolean;
    /** Whether only admins can add people */
    add_admins_only: boolean;
    /** Whether admins must approve people who join by the link */
    join_approval: boolean;
    /** The number of seconds until messages disappear; 0 if they don't */
    disappearing_seconds: number;
};

export type CreatedGroup = {
    /** The same as chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** The group's creator: the digits of the phone if known, otherwise the private id; null if unknown */
    owner: string | null;
    created_at: string | null;
    /** A link that works for 24 hours; null if no picture is known */
    picture_url: string | null;
    size: number;
    /** null if the instance is not in the group */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
    participants: Array<GroupParticipant>;
    not_added: Array<NotAdded>;
    /** Advice for people: an invite link is safer for the number than adding members directly */
    hint: string | null;
};

export type GroupParticipant = {
    /** The network's id for the person, as used in the group */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    role: 'owner' | 'admin' | 'member';
};

export type NotAdded = {
    /** The network's id for the person */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    /** privacy means that the person's own settings forbid it */
    reason: 'privacy' | 'not_on_messenger' | 'refused';
};

export type Group = {
    /** The same as chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** The group's creator: the digits of the phone if known, otherwise the private id; null if unknown */
    owner: string | null;
    created_at: string | null;
    /** A link that works for 24 hours; null if no picture is known */
    picture_url: string | null;
    size: number;
    /** null if the instance is not in the group */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
    participants: Array<GroupParticipant>;
};

export type GroupMemberResult = {
    /** The network's id for the person */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    /** already: nothing had to change. invited: an invitation message to this person was accepted for sending */
    result: 'added' | 'already' | 'invited' | 'refused' | 'not_found' | 'removed' | 'promoted' | 'demoted';
    /** daily_cap, quiet_hours, new_chats_paused: not attempted, in order to protect the number. privacy: the person's settings forbid it. blocked: the person has blocked the number. */
    reason: 'daily_cap' | 'quiet_hours' | 'new_chats_paused' | 'privacy' | 'left_recently' | 'blocked' | 'group_full' | 'not_on_messenger' | 'not_a_member' | 'other' | null;
};

export type GroupInvite = {
    code: string;
    link: string;
};

export type GroupJoinRequested = {
    /** The group's admins must approve the request */
    status: 'requested';
};

export type GroupRequest = {
    /** The network's id for the person, as used in the group */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    /** ISO 8601 with offset */
    requested_at: string | null;
};

export type GroupRequestResult = {
    /** The network's id for the person, as used in the group */
    id: string;
    /** Digits only; null while the number is hidden */
    phone: string | null;
    /** not_found: this person has no open request. refused: the network refused */
    result: 'approved' | 'rejected' | 'not_found' | 'refused';
    /** Why the network refused, if it gives a reason: group_full */
    reason: string | null;
};

export type Channel = {
    /** The id, which is also the chat_id of the channel's posts */
    id: string;
    name: string;
    description: string | null;
    invite_link: string | null;
    /** A link that works for 24 hours; null if no picture is known */
    picture_url: string | null;
    /** The instance's role; null if it does not follow the channel */
    role: 'owner' | 'admin' | 'subscriber' | null;
    /** Whether the network has verified the channel */
    verified: boolean;
    /** The network's count when it was last fetched */
    subscribers: number;
};

export type ChannelPost = {
    /** For a post sent through the service, its message id (msg_…); otherwise the network's id for the post */
    id: string;
    /** null if this kind of post can't be shown */
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product' | null;
    /** The text, or the file's caption */
    text: string | null;
    media: {
        /** The network's own link, which works for a few days */
        url: string | null;
        mimetype: string;
        filename: string | null;
        size_bytes: number | null;
    } | null;
    views: number;
    reactions: Array<{
        emoji: string;
        count: number;
    }>;
    /** ISO 8601 with offset */
    created_at: string;
};

export type Status = {
    id: string;
    type: 'text' | 'image' | 'video' | 'audio';
    text: string | null;
    /** The status's file, with a link that works for 24 hours */
    media: {
        url: string;
        mimetype: string | null;
        filename: string | null;
        size_bytes: number | null;
    } | null;
    background_color: string | null;
    font: number | null;
    status: 'queued' | 'sent' | 'failed';
    error: string | null;
    error_code: string | null;
    /** The number of recipients */
    recipients_count: number;
    /** ISO 8601 with offset */
    created_at: string;
    /** When the status disappears, a day after it was posted; null if it has not been posted yet */
    expires_at: string | null;
    /** How many recipients have viewed the status and allow this to be seen */
    views: number;
};

export type Broadcast = {
    id: string;
    instance_id: string;
    name: string | null;
    status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
    /** Why the broadcast is paused; null if it is not paused */
    reason: {
        code: 'paused_by_you' | 'opt_outs' | 'failures' | 'messenger_warning' | 'messenger_restricted' | 'new_chats_paused' | 'safety_low' | 'not_connected' | 'daily_limit' | 'warm_up' | 'plan_limit';
        text: string;
    } | null;
    /** Each person is counted exactly once, so the counts add up to total */
    progress: {
        total: number;
        waiting: number;
        sent: number;
        delivered: number;
        read: number;
        replied: number;
        failed: number;
        opted_out: number;
        cancelled: number;
        /** The percentage of people who are no longer waiting */
        percent: number;
        /** When the broadcast will finish at today's pace; null if it is not running */
        expected_end_at: string | null;
        /** While the broadcast is running or scheduled: why people are still waiting. The counts add up to waiting. `turn`: messages are sent one after another; `night`: it is night for the number; `their_night`: it is night where the person is; `another_broadcast`: the person got another broadcast within the last day; `start_at`: the broadcast has not started yet. until: when the first of these people can be sent their message */
        waiting_for: Array<{
            reason: 'turn' | 'night' | 'their_night' | 'another_broadcast' | 'start_at';
            count: number;
            until: string | null;
        }>;
    };
    /** Who does not get the broadcast. sample lists twenty of these people */
    left_out: {
        count: number;
        reasons: {
            never_wrote: number;
            opted_out: number;
            duplicate: number;
            invalid: number;
        };
        sample: Array<{
            phone: string | null;
            reason: 'never_wrote' | 'opted_out' | 'duplicate' | 'invalid';
            /** Only for invalid: the placeholder that has no value */
            field: string | null;
        }>;
    };
    warnings: Array<{
        code: 'slow' | 'stage_allows_none' | 'hour_limit' | 'missing_fields' | 'long_text' | 'link_in_text' | 'audience_cut' | 'unanswered';
        text: string;
    }>;
    text: string;
    media: {
        mimetype: string;
        filename: string | null;
    } | null;
    audience: 'recent' | 'label' | 'phones';
    days: number | null;
    label_id: number | null;
    include_saved_contacts: boolean;
    language: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh';
    interval_seconds: number | null;
    per_day: number | null;
    start_at: string | null;
    started_at: string | null;
    /** When the broadcast was completed or cancelled */
    completed_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** When the draft will be deleted, which is 14 days after it was created or last changed; null if it is not a draft */
    expires_at: string | null;
};

export type BroadcastRecipient = {
    /** null if the number is hidden */
    phone: string | null;
    name: string | null;
    status: 'waiting' | 'sent' | 'delivered' | 'read' | 'replied' | 'failed' | 'opted_out' | 'cancelled';
    /** The id of their message; null if no message was started */
    message_id: string | null;
    error_code: string | null;
    /** When the person reached this status, if known */
    at: string | null;
};

export type Otp = {
    id: string;
    instance_id: string;
    channel: 'link' | 'code';
    status: 'pending' | 'verified' | 'failed' | 'expired' | 'cancelled';
    reference: string | null;
    /** The number to confirm. For a completed link, the number of the person who completed it; null if that number is hidden */
    phone: string | null;
    /** How many attempts to `check` a code are left */
    attempts_left: number;
    /** The code of an open `link`, visible only to keys that can send. The code of the `code` channel is never shown */
    code: string | null;
    /** A link that opens a chat with the code already typed. Shown under the same conditions as `code` */
    link: string | null;
    /** The link as a QR code, a data URI. Shown under the same conditions as `code` */
    qr: string | null;
    /** Why the OTP failed */
    reason: 'too_many_attempts' | 'not_on_messenger' | 'quiet_hours' | 'daily_cap' | 'new_chats_paused' | 'messenger_restricted' | 'not_connected' | 'send_failed' | null;
    /** ISO 8601 with offset */
    expires_at: string;
    verified_at: string | null;
    failed_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
};

export type Agent = {
    enabled: boolean;
    provider: 'openai' | 'anthropic';
    model: string;
    /** The values allowed for `model` with this provider */
    models: Array<string>;
    /** The last 4 characters of the key; null if no key is set */
    api_key_last4: string | null;
    instructions: string;
    knowledge: string;
    max_replies_per_chat_per_day: number;
    wait_seconds: number;
    handover_words: Array<string>;
    handover_message: string;
    pause_after_team_reply_minutes: number;
    hours: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
    /** Counted per day in the instance's time zone */
    usage_today: {
        replies: number;
        input_tokens: number;
        output_tokens: number;
    };
    state: 'off' | 'on' | 'error';
    /** The reason for an error; null if the provider is not responding */
    state_reason: 'bad_key' | 'no_credit' | 'rate_limited' | 'model_gone' | null;
    last_error_at: string | null;
};

export type Menu = {
    enabled: boolean;
    greeting: string;
    handover_message: string;
    choices: Array<{
        label: string;
        outcome: 'answer' | 'handover' | 'ai' | 'menu';
        answer: string | null;
        media: MenuMedia | null;
        choices: Array<{
            label: string;
            outcome: 'answer' | 'handover' | 'ai' | 'menu';
            answer: string | null;
            media: MenuMedia | null;
        }> | null;
    }>;
    language: string | null;
};

export type MenuMedia = {
    /** Send this id back in PUT to keep the file; null for a file given by url */
    id: string | null;
    /** The address you provided, or a link that works for 24 hours */
    url: string;
    mimetype: string;
    filename: string | null;
    voice: boolean;
    size_bytes: number | null;
};

export type AutoReply = {
    enabled: boolean;
    text: string | null;
    away_text: string | null;
    hours: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
    /** The minimum number of hours between two auto-replies to the same person */
    every_hours: number;
    language: string | null;
};

export type TriedAnswer = {
    /** null if nothing would answer */
    answered_by: 'menu' | 'handover' | 'ai' | 'auto_reply' | 'away' | null;
    /** null if there is no text, or if only a call to the agent would produce it */
    text: string | null;
    /** The reason, as a sentence for people */
    why: string;
};

export type SavedReply = {
    id: string;
    /** Without the slash */
    shortcut: string;
    /** The text, with its variables in braces; null if the reply is only a file */
    text: string | null;
    media: SavedReplyMedia | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** ISO 8601 with offset */
    updated_at: string;
};

export type SavedReplyMedia = {
    /** Send this id back to keep the file; null for a file given by url */
    id: string | null;
    /** The address you provided, or a link that works for 24 hours */
    url: string;
    mimetype: string;
    filename: string | null;
    voice: boolean;
    size_bytes: number | null;
};

export type HistoryMessage = {
    id: string;
    instance_id: string;
    /** The number in the form the network uses for the person, regardless of the form in the request */
    phone: string | null;
    /** Only if it differs from phone: the form of the number in the request */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only if the message was sent in the panel: the team member who sent it */
    user_id?: string;
    body: string | null;
    /** The message's file; also null if a received file is over 100 MB */
    media: {
        /** For stored files, a link that is valid for 24 hours and redirects to the file; otherwise the address you provided */
        url: string;
        mimetype: string | null;
        filename: string | null;
        /** null until the service has fetched the file */
        size_bytes: number | null;
    } | null;
    location: {
        latitude: number;
        longitude: number;
        title: string | null;
        address: string | null;
        /** Only for a live location. Later positions arrive as message.edited events */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    } | null;
    poll: {
        name: string;
        options: Array<string>;
        multiple_answers: boolean;
    } | null;
    order: {
        [key: string]: unknown;
    } | null;
    product: {
        [key: string]: unknown;
    } | null;
    interactive?: Interactive;
    /** The first 60 buttons and list rows in the message */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The first 100 people mentioned. mentions_count has the total */
    mentions?: Array<Mention>;
    /** Only with mentions: the number of people mentioned, including those not listed */
    mentions_count?: number;
    /** Only if the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only if the message can be viewed once. If the network withholds the file from linked devices, media is null */
    view_once?: true;
    /** The message that this one comments on */
    comment_on?: string;
    /** The number of seconds after which phones delete the message */
    disappears_in?: number;
    /** Only if the message has several cards: all of them. contact is the first one */
    contacts?: Array<{
        name: string | null;
        /** The phone as written on the card, if the card contains no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name for content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more such messages arrived in the chat within a minute. This message represents all of them */
    more_unsupported?: number;
    /** Only if the message was forwarded */
    forwarded?: true;
    /** Only if phones mark the message as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** The current reactions of the 50 people who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: the number of people who have reacted, including those not listed */
    reactions_count?: number;
    /** Only for polls: each option and how many people chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only for polls: the current choices of the 50 people who voted last, or of fewer people if the options are long (16 KB in total) */
    votes?: Array<{
        /** The person's phone, or their private network id if the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only for polls: the number of people who have voted, including those not listed */
    votes_count?: number;
    error: string | null;
    error_code: 'cancelled' | 'waited_too_long' | 'not_connected' | 'no_receipt' | 'not_on_messenger' | 'messenger_refused' | 'messenger_restricted' | 'new_chats_paused' | 'media_unreachable' | 'file_too_large' | 'media_type_refused' | 'opted_out' | 'chat_not_found' | 'instance_removed' | 'unreadable' | 'unsupported' | 'view_once_withheld' | 'server_error' | null;
    waiting_reason: 'spacing' | 'daily_cap' | 'quiet_hours' | 'paused' | 'offline' | 'scheduled' | 'messenger_unavailable' | null;
    expected_at: string | null;
    send_at: string | null;
    written_at: string | null;
    sent_at: string | null;
    delivered_at: string | null;
    read_at: string | null;
    edited_at: string | null;
    deleted_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** `service`: stored when it was received or sent, including messages typed on the phone. `phone`: imported from the phone's history after linking */
    source: 'service' | 'phone';
};

export type Note = {
    id: string;
    instance_id: string;
    chat_id: string;
    text: string;
    /** The panel user who wrote the note; null if an API key did */
    author: NoteAuthor | null;
    /** The API key that wrote the note; null if a person did */
    key_id: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** When the text was last changed; null if it never was */
    edited_at: string | null;
};

export type NoteAuthor = {
    id: string;
    /** null if they have not set a name, or have left the team */
    name: string | null;
};

export type TeamMember = {
    /** The value for `assigned_to`. Messages that the member sent have it as `user_id` */
    id: string;
    name: string | null;
    /** Chats can't be assigned to a viewer, because viewers can't answer */
    role: 'viewer' | 'member' | 'admin';
};

export type Webhook = {
    url: string | null;
    /** Only for the account's webhook, because an account has a single list of events */
    events?: Array<string>;
    auth_header: {
        name: string;
    } | null;
    paused: boolean;
    paused_reason: string | null;
    events_kept: number;
    /** The signing secret (whsec_…), only in the response that creates it */
    secret?: string;
    /** Only after the secret was replaced: when the previous secret stops signing; null if there was none */
    previous_valid_until?: string | null;
};

export type WebhookTest = {
    event_id: string;
};

export type WebhookTry = {
    /** Whether the event was accepted. If so, the other waiting events are now sent in order */
    delivered: boolean;
    /** The HTTP status of the response; null if there was none */
    status_code: number | null;
    paused: boolean;
    events_kept: number;
};

export type WebhookDelivery = {
    event_id: string;
    type: 'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test';
    instance_id: string | null;
    status: 'pending' | 'failed' | 'delivered';
    /** The number of attempts so far, out of ten */
    tries: number;
    /** The HTTP status of the response to the last attempt; null if there was no response or no attempt */
    status_code: number | null;
    /** How long the last attempt took until it got a response or was given up, in milliseconds; null if unknown */
    ms: number | null;
    error: string | null;
    /** When the next attempt is due; null if the event is sent in its turn, when the webhook resumes, or never */
    next_try_at: string | null;
    created_at: string;
    failed_at: string | null;
    delivered_at: string | null;
};

export type Event = {
    id: string;
    type: 'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test';
    created_at: string;
    data: {
        [key: string]: unknown;
    };
};

export type StreamTicket = {
    /** The ticket. It opens one connection, within 60 seconds */
    ticket: string;
    /** The address to connect to, which includes the ticket. Add types[], instance_id and after as needed */
    url: string;
    /** ISO 8601 with offset */
    expires_at: string;
};

export type Activity = {
    id: string;
    /** The kind of change */
    action: 'account.created' | 'account.changed' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'invite.created' | 'invite.withdrawn' | 'account.suspended' | 'account.resumed' | 'account.deletion_asked' | 'account.deletion_undone' | 'plan.changed' | 'key.created' | 'key.revoked' | 'instance.created' | 'instance.changed' | 'instance.stopped' | 'instance.started' | 'instance.restarted' | 'instance.logged_out' | 'instance.pairing_code_made' | 'instance.passkey_given' | 'instance.profile_changed' | 'instance.deleted' | 'instance.warm_up_raised' | 'instance.warm_up_lowered' | 'instance.restricted' | 'instance.restriction_ended' | 'contact.changed' | 'contact.imported' | 'contact.blocked' | 'contact.unblocked' | 'contact.erased' | 'export.created' | 'group.created' | 'group.members_added' | 'group.members_removed' | 'group.members_promoted' | 'group.members_demoted' | 'group.changed' | 'group.invite_revoked' | 'group.joined' | 'group.left' | 'group.requests_approved' | 'group.requests_rejected' | 'chat.labels_changed' | 'label.created' | 'label.changed' | 'label.deleted' | 'channel.created' | 'channel.changed' | 'channel.deleted' | 'channel.followed' | 'channel.unfollowed' | 'status.deleted' | 'broadcast.created' | 'broadcast.changed' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.cancelled' | 'agent.changed' | 'menu.changed' | 'auto_reply.changed' | 'otp.cancelled' | 'otp.creation_paused' | 'agent.failed' | 'automation.loop_stopped' | 'message.changed' | 'message.deleted' | 'draft.released' | 'draft.discarded' | 'chat.changed' | 'chat.deleted' | 'note.created' | 'note.changed' | 'note.deleted' | 'saved_reply.created' | 'saved_reply.changed' | 'saved_reply.deleted' | 'webhook.changed' | 'webhook.secret_replaced' | 'webhook.tested' | 'webhook.tried' | 'webhook.event_resent' | 'webhook.paused' | 'webhook.resumed';
    /** Who made the change: an API key, a panel user, the operator, or the service itself */
    by: 'key' | 'user' | 'operator' | 'service';
    /** The API key that made the change; null if no key was involved */
    key_id: string | null;
    /** The panel user who made the change; null if it was not made in the panel */
    user_id: string | null;
    /** The IP address that the request came from */
    source: string | null;
    /** The instance that was changed; null if the change was to the account */
    instance_id: string | null;
    /** The id of the changed message, broadcast, chat, group, event, OTP, key or label, if the change has one */
    subject: string | null;
    /** The names of the changed fields, but never their values */
    changed: Array<string>;
    /** ISO 8601 with offset */
    created_at: string;
};

export type InstancesListData = {
    query?: {
        /** Only instances that have this external reference */
        external_ref?: string;
        page?: number;
    };
    url: '/v1/instances';
};

export type InstancesListResponses = {
    /** A page of 15. Follow links.next until it is null */
    200: {
        data: Array<Instance>;
        links: Links;
        meta: PageMeta;
    };
};

export type InstancesListResponse = InstancesListResponses[keyof InstancesListResponses];

export type InstancesCreateData = {
    body: {
        name: string;
        external_ref?: string | null;
        proxy?: {
            url: string;
        } | null;
    };
    url: '/v1/instances';
};

export type InstancesCreateResponses = {
    /** The instance, which is not linked yet */
    201: {
        data: Instance;
    };
};

export type InstancesCreateResponse = InstancesCreateResponses[keyof InstancesCreateResponses];

export type InstancesDeleteResponses = {
    /** Deleted */
    204: void;
};

export type InstancesDeleteResponse = InstancesDeleteResponses[keyof InstancesDeleteResponses];

export type InstancesGetResponses = {
    /** The instance */
    200: {
        data: Instance;
    };
};

export type InstancesGetResponse = InstancesGetResponses[keyof InstancesGetResponses];

export type InstancesUpdateData = {
    body: {
        name?: string;
        reject_calls?: boolean;
        proxy?: {
            url: string;
        } | null;
        protection_settings?: {
            new_contacts_per_day?: number | null;
            first_message_interval_seconds?: number | null;
            message_interval_seconds?: number | null;
            reply_interval_seconds?: number | null;
            messages_per_hour?: number | null;
            messages_per_day?: number | null;
            quiet_hours_start?: string | null;
            quiet_hours_end?: string | null;
            timezone?: string | null;
            typing?: boolean | null;
            mark_read_before_reply?: boolean | null;
            new_chats_paused?: boolean | null;
            broadcast_interval_seconds?: number | null;
            broadcast_per_day?: number | null;
            hold_first_messages_hours?: number | null;
        };
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}';
};

export type InstancesUpdateResponses = {
    /** The updated instance */
    200: {
        data: Instance;
    };
};

export type InstancesUpdateResponse = InstancesUpdateResponses[keyof InstancesUpdateResponses];

export type InstancesQrResponses = {
    /** A code that can be scanned until expires_at */
    200: {
        data: QrCode;
    };
};

export type InstancesQrResponse = InstancesQrResponses[keyof InstancesQrResponses];

export type InstancesStopResponses = {
    /** The current state of the instance. The change is being carried out */
    202: {
        data: Instance;
    };
};

export type InstancesStopResponse = InstancesStopResponses[keyof InstancesStopResponses];

export type InstancesStartResponses = {
    /** The current state of the instance. The change is being carried out */
    202: {
        data: Instance;
    };
};

export type InstancesStartResponse = InstancesStartResponses[keyof InstancesStartResponses];

export type InstancesRestartResponses = {
    /** The current state of the instance. The change is being carried out */
    202: {
        data: Instance;
    };
};

export type InstancesRestartResponse = InstancesRestartResponses[keyof InstancesRestartResponses];

export type InstancesLogoutResponses = {
    /** The current state of the instance. The change is being carried out */
    202: {
        data: Instance;
    };
};

export type InstancesLogoutResponse = InstancesLogoutResponses[keyof InstancesLogoutResponses];

export type InstancesPairingCodeData = {
    body: {
        /** The number to link */
        phone: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/pairing-code';
};

export type InstancesPairingCodeResponses = {
    /** A code that can be entered until expires_at */
    200: {
        data: PairingCode;
    };
};

export type InstancesPairingCodeResponse = InstancesPairingCodeResponses[keyof InstancesPairingCodeResponses];

export type InstancesPasskeyResponses = {
    /** For numbers whose status_reason is passkey_required, if the gateway's operator has turned this on. Only a browser on the network's own web page can sign the data. */
    200: {
        data: PasskeyLink;
    };
};

export type InstancesPasskeyResponse = InstancesPasskeyResponses[keyof InstancesPasskeyResponses];

export type InstancesSignPasskeyData = {
    body: {
        /** The result of navigator.credentials.get(), converted with toJSON() */
        credential: {
            id: string;
            rawId: string;
            type: 'public-key';
            authenticatorAttachment?: 'platform' | 'cross-platform' | null;
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string | null;
            };
        };
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/passkey';
};

export type InstancesSignPasskeyResponses = {
    /** The current state of the link */
    200: {
        data: PasskeyLink;
    };
};

export type InstancesSignPasskeyResponse = InstancesSignPasskeyResponses[keyof InstancesSignPasskeyResponses];

export type InstancesCheckData = {
    body: {
        /** International format, which is the country code and digits */
        phone: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/check';
};

export type InstancesCheckResponses = {
    /** The result, and how many more numbers can be looked up today */
    200: {
        data: NumberCheck;
    };
};

export type InstancesCheckResponse = InstancesCheckResponses[keyof InstancesCheckResponses];

export type InstancesTestProxyResponses = {
    /** Whether the network can be reached through the proxy */
    200: {
        data: ProxyTest;
    };
};

export type InstancesTestProxyResponse = InstancesTestProxyResponses[keyof InstancesTestProxyResponses];

export type InstancesRejectCallData = {
    body: {
        /** The `id` in a `call.received` event */
        call_id: string;
        /** The `from` in the same event, or the caller's phone */
        from: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/calls/reject';
};

export type InstancesRejectCallResponses = {
    /** Declined */
    204: void;
};

export type InstancesRejectCallResponse = InstancesRejectCallResponses[keyof InstancesRejectCallResponses];

export type ProfileGetResponses = {
    /** The name, about text and picture. While the number is not connected, these are the last known values */
    200: {
        data: Profile;
    };
};

export type ProfileGetResponse = ProfileGetResponses[keyof ProfileGetResponses];

export type ProfileUpdateData = {
    body: {
        name?: string;
        about?: string;
        /** null removes the picture */
        picture?: {
            /** The public address of a JPEG or PNG. Use either this or data. */
            url?: string | null;
            /** A JPEG or PNG as base64. Use either this or url. */
            data?: string | null;
        } | null;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/profile';
};

export type ProfileUpdateResponses = {
    /** The updated profile */
    200: {
        data: Profile;
    };
};

export type ProfileUpdateResponse = ProfileUpdateResponses[keyof ProfileUpdateResponses];

export type ContactsListData = {
    path: {
        id: string;
    };
    query?: {
        limit?: number;
        offset?: number;
        /** Part of a name, regardless of case and accents, or digits of a phone */
        search?: string;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/contacts';
};

export type ContactsListResponses = {
    /** A page of the list. Follow links.next until it is null, or increase offset by limit until a page is empty. With a search, a page can have fewer entries */
    200: {
        data: Array<Contact>;
        links: Links;
        meta: OffsetMeta;
    };
};

export type ContactsListResponse = ContactsListResponses[keyof ContactsListResponses];

export type ContactsGetResponses = {
    /** The contact */
    200: {
        data: Contact;
    };
};

export type ContactsGetResponse = ContactsGetResponses[keyof ContactsGetResponses];

export type ContactsChangeData = {
    body: {
        /** The name to save the contact under; null removes it */
        name: string | null;
    };
    path: {
        id: string;
        /** The digits of the person's phone, their private id (…@lid), or the id of the chat with them */
        contact: string;
    };
    url: '/v1/instances/{id}/contacts/{contact}';
};

export type ContactsChangeResponses = {
    /** The updated contact */
    200: {
        data: Contact;
    };
};

export type ContactsChangeResponse = ContactsChangeResponses[keyof ContactsChangeResponses];

export type ContactsImportData = {
    body: {
        /** All contacts are checked before any is saved. If two have the same phone, the later one is used */
        contacts: Array<{
            /** The number with its country code. It can be written the way people and spreadsheets write it */
            phone: string;
            /** 1 to 100 characters */
            name: string;
        }>;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/contacts/import';
};

export type ContactsImportResponses = {
    /** What was done with each row. Repeating the request has no further effect */
    200: {
        data: ImportedContacts;
    };
};

export type ContactsImportResponse = ContactsImportResponses[keyof ContactsImportResponses];

export type ContactsStartImportData = {
    body: StartContactImport;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/contact-imports';
};

export type ContactsStartImportResponses = {
    /** Every row is right. It begins within a minute: read GET …/contact-imports/{import} until its status is done or failed. Repeating it changes nothing more */
    202: {
        data: ContactImport;
    };
};

export type ContactsStartImportResponse = ContactsStartImportResponses[keyof ContactsStartImportResponses];

export type ContactsGetImportResponses = {
    /** The import as it is now */
    200: {
        data: ContactImport;
    };
};

export type ContactsGetImportResponse = ContactsGetImportResponses[keyof ContactsGetImportResponses];

export type ContactsExportData = {
    path: {
        id: string;
    };
    query?: {
        /** `csv` or `vcard` */
        format?: 'csv' | 'vcard';
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/contacts/export';
};

export type ContactsExportResponses = {
    /** The file, in parts of 2000 people: follow next until it is null */
    200: {
        data: ContactFile;
    };
};

export type ContactsExportResponse = ContactsExportResponses[keyof ContactsExportResponses];

export type ContactsEraseResponses = {
    /** The erasure continues in steps. Repeat the request until the response is 204. Waiting messages to the person are cancelled first. An opt-out from broadcasts is stored as a hash. Data on phones is not changed */
    202: {
        data: Erasure;
    };
    /** Done. All data about the person has been deleted */
    204: void;
};

export type ContactsEraseResponse = ContactsEraseResponses[keyof ContactsEraseResponses];

export type ContactsUnblockResponses = {
    /** The contact is no longer blocked */
    204: void;
};

export type ContactsUnblockResponse = ContactsUnblockResponses[keyof ContactsUnblockResponses];

export type ContactsBlockResponses = {
    /** Blocked */
    204: void;
};

export type ContactsBlockResponse = ContactsBlockResponses[keyof ContactsBlockResponses];

export type ExportsCreateData = {
    body: CreateExport;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first export. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/export';
};

export type ExportsCreateResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first export */
    200: {
        data: Export;
    };
    /** The export, which starts within a minute. Poll GET /v1/exports/{id} until its status is done or failed */
    202: {
        data: Export;
    };
};

export type ExportsCreateResponse = ExportsCreateResponses[keyof ExportsCreateResponses];

export type ExportsListData = {
    query?: {
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/exports';
};

export type ExportsListResponses = {
    /** A page of the list. Follow links.next until it is null */
    200: {
        data: Array<Export>;
        links: Links;
        meta: CursorMeta;
    };
};

export type ExportsListResponse = ExportsListResponses[keyof ExportsListResponses];

export type ExportsGetResponses = {
    /** The export. Each response contains new links */
    200: {
        data: Export;
    };
};

export type ExportsGetResponse = ExportsGetResponses[keyof ExportsGetResponses];

export type LabelsListResponses = {
    /** All labels, sorted by id */
    200: {
        data: Array<Label>;
    };
};

export type LabelsListResponse = LabelsListResponses[keyof LabelsListResponses];

export type LabelsCreateData = {
    body: {
        name: string;
        color: number;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/labels';
};

export type LabelsCreateResponses = {
    /** The label */
    201: {
        data: Label;
    };
};

export type LabelsCreateResponse = LabelsCreateResponses[keyof LabelsCreateResponses];

export type LabelsDeleteResponses = {
    /** Deleted. The label has been removed from all chats */
    204: void;
};

export type LabelsDeleteResponse = LabelsDeleteResponses[keyof LabelsDeleteResponses];

export type LabelsUpdateData = {
    body: {
        name?: string;
        color?: number;
    };
    path: {
        id: string;
        /** The label's id */
        label: string;
    };
    url: '/v1/instances/{id}/labels/{label}';
};

export type LabelsUpdateResponses = {
    /** The updated label */
    200: {
        data: Label;
    };
};

export type LabelsUpdateResponse = LabelsUpdateResponses[keyof LabelsUpdateResponses];

export type LabelsChatsData = {
    path: {
        id: string;
        /** The label's id */
        label: string;
    };
    query?: {
        page?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/labels/{label}/chats';
};

export type LabelsChatsResponses = {
    /** A page of 50. Follow links.next until it is null. Chats without a message are counted but not listed */
    200: {
        data: Array<Chat>;
        links: Links;
        meta: OpenPageMeta;
    };
};

export type LabelsChatsResponse = LabelsChatsResponses[keyof LabelsChatsResponses];

export type GroupsListData = {
    path: {
        id: string;
    };
    query?: {
        limit?: number;
        offset?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/groups';
};

export type GroupsListResponses = {
    /** A page of groups, without participants. Follow links.next until it is null, or increase offset by limit until a page is empty */
    200: {
        data: Array<GroupSummary>;
        links: Links;
        meta: OffsetMeta;
    };
};

export type GroupsListResponse = GroupsListResponses[keyof GroupsListResponses];

export type GroupsCreateData = {
    body: CreateGroup;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/groups';
};

export type GroupsCreateResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first group */
    200: {
        data: CreatedGroup;
    };
    /** The group. not_added lists the people who could not be added, even if that is everyone */
    201: {
        data: CreatedGroup;
    };
};

export type GroupsCreateResponse = GroupsCreateResponses[keyof GroupsCreateResponses];

export type GroupsGetResponses = {
    /** The group */
    200: {
        data: Group;
    };
};

export type GroupsGetResponse = GroupsGetResponses[keyof GroupsGetResponses];

export type GroupsChangeData = {
    body: ChangeGroup;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}';
};

export type GroupsChangeResponses = {
    /** The updated group */
    200: {
        data: Group;
    };
};

export type GroupsChangeResponse = GroupsChangeResponses[keyof GroupsChangeResponses];

export type GroupsAddMembersData = {
    body: AddGroupMembers;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/participants';
};

export type GroupsAddMembersResponses = {
    /** The outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
        /** Advice for people: an invite link is safer for the number than adding members directly */
        hint: string | null;
    };
};

export type GroupsAddMembersResponse = GroupsAddMembersResponses[keyof GroupsAddMembersResponses];

export type GroupsRemoveMembersData = {
    body: ChangeGroupMembers;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/participants/remove';
};

export type GroupsRemoveMembersResponses = {
    /** The outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
    };
};

export type GroupsRemoveMembersResponse = GroupsRemoveMembersResponses[keyof GroupsRemoveMembersResponses];

export type GroupsPromoteMembersData = {
    body: ChangeGroupMembers;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/participants/promote';
};

export type GroupsPromoteMembersResponses = {
    /** The outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
    };
};

export type GroupsPromoteMembersResponse = GroupsPromoteMembersResponses[keyof GroupsPromoteMembersResponses];

export type GroupsDemoteMembersData = {
    body: ChangeGroupMembers;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/participants/demote';
};

export type GroupsDemoteMembersResponses = {
    /** The outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
    };
};

export type GroupsDemoteMembersResponse = GroupsDemoteMembersResponses[keyof GroupsDemoteMembersResponses];

export type GroupsInviteResponses = {
    /** The invite that is currently valid. Only admins can see it */
    200: {
        data: GroupInvite;
    };
};

export type GroupsInviteResponse = GroupsInviteResponses[keyof GroupsInviteResponses];

export type GroupsRevokeInviteResponses = {
    /** The new invite */
    200: {
        data: GroupInvite;
    };
};

export type GroupsRevokeInviteResponse = GroupsRevokeInviteResponses[keyof GroupsRevokeInviteResponses];

export type GroupsPreviewData = {
    path: {
        id: string;
    };
    query: {
        /** The link, or the code in it */
        invite: string;
    };
    url: '/v1/instances/{id}/groups/preview';
};

export type GroupsPreviewResponses = {
    /** The group, without its picture */
    200: {
        data: GroupSummary;
    };
};

export type GroupsPreviewResponse = GroupsPreviewResponses[keyof GroupsPreviewResponses];

export type GroupsJoinData = {
    body: JoinGroup;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/groups/join';
};

export type GroupsJoinResponses = {
    /** The group, which the number has joined or was already in */
    200: {
        data: Group;
    };
    /** The group's admins have been asked to approve the number */
    202: {
        data: GroupJoinRequested;
    };
};

export type GroupsJoinResponse = GroupsJoinResponses[keyof GroupsJoinResponses];

export type GroupsLeaveResponses = {
    /** The number is no longer in the group */
    204: void;
};

export type GroupsLeaveResponse = GroupsLeaveResponses[keyof GroupsLeaveResponses];

export type GroupsRequestsResponses = {
    /** The open requests, at most 500 */
    200: {
        data: Array<GroupRequest>;
    };
};

export type GroupsRequestsResponse = GroupsRequestsResponses[keyof GroupsRequestsResponses];

export type GroupsApproveRequestsData = {
    body: AnswerGroupRequests;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/requests/approve';
};

export type GroupsApproveRequestsResponses = {
    /** The result of each request */
    200: {
        data: Array<GroupRequestResult>;
    };
};

export type GroupsApproveRequestsResponse = GroupsApproveRequestsResponses[keyof GroupsApproveRequestsResponses];

export type GroupsRejectRequestsData = {
    body: AnswerGroupRequests;
    path: {
        id: string;
        /** The group's id, which is its chat_id */
        group: string;
    };
    url: '/v1/instances/{id}/groups/{group}/requests/reject';
};

export type GroupsRejectRequestsResponses = {
    /** The result of each request */
    200: {
        data: Array<GroupRequestResult>;
    };
};

export type GroupsRejectRequestsResponse = GroupsRejectRequestsResponses[keyof GroupsRejectRequestsResponses];

export type ChannelsListResponses = {
    /** The channels as last fetched from the network: owned channels first, then by name */
    200: {
        data: Array<Channel>;
    };
};

export type ChannelsListResponse = ChannelsListResponses[keyof ChannelsListResponses];

export type ChannelsCreateData = {
    body: CreateChannel;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/channels';
};

export type ChannelsCreateResponses = {
    /** The channel */
    201: {
        data: Channel;
    };
};

export type ChannelsCreateResponse = ChannelsCreateResponses[keyof ChannelsCreateResponses];

export type ChannelsPreviewData = {
    path: {
        id: string;
    };
    query: {
        /** The link, or the code in it */
        invite: string;
    };
    url: '/v1/instances/{id}/channels/preview';
};

export type ChannelsPreviewResponses = {
    /** The updated channel */
    200: {
        data: Channel;
    };
};

export type ChannelsPreviewResponse = ChannelsPreviewResponses[keyof ChannelsPreviewResponses];

export type ChannelsDeleteResponses = {
    /** Deleted. Its posts remain in the instance's messages */
    204: void;
};

export type ChannelsDeleteResponse = ChannelsDeleteResponses[keyof ChannelsDeleteResponses];

export type ChannelsGetResponses = {
    /** The channel */
    200: {
        data: Channel;
    };
};

export type ChannelsGetResponse = ChannelsGetResponses[keyof ChannelsGetResponses];

export type ChannelsUpdateData = {
    body: ChangeChannel;
    path: {
        id: string;
        /** The channel's id */
        channel: string;
    };
    url: '/v1/instances/{id}/channels/{channel}';
};

export type ChannelsUpdateResponses = {
    /** The updated channel */
    200: {
        data: Channel;
    };
};

export type ChannelsUpdateResponse = ChannelsUpdateResponses[keyof ChannelsUpdateResponses];

export type ChannelsUnfollowResponses = {
    /** The instance no longer follows the channel */
    204: void;
};

export type ChannelsUnfollowResponse = ChannelsUnfollowResponses[keyof ChannelsUnfollowResponses];

export type ChannelsFollowResponses = {
    /** The instance now follows the channel */
    204: void;
};

export type ChannelsFollowResponse = ChannelsFollowResponses[keyof ChannelsFollowResponses];

export type ChannelsMessagesData = {
    path: {
        id: string;
        /** The channel's id */
        channel: string;
    };
    query?: {
        limit?: number;
    };
    url: '/v1/instances/{id}/channels/{channel}/messages';
};

export type ChannelsMessagesResponses = {
    /** The posts, newest first. Long posts can mean fewer results than requested */
    200: {
        data: Array<ChannelPost>;
    };
};

export type ChannelsMessagesResponse = ChannelsMessagesResponses[keyof ChannelsMessagesResponses];

export type StatusesListResponses = {
    /** Statuses that are waiting, still visible, or failed today */
    200: {
        data: Array<Status>;
    };
};

export type StatusesListResponse = StatusesListResponses[keyof StatusesListResponses];

export type StatusesPostData = {
    body: PostStatus;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/statuses';
};

export type StatusesPostResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first status */
    200: {
        data: Status;
    };
    /** The status, which was accepted. It is posted once no replies are waiting, or fails after 2 hours */
    202: {
        data: Status;
    };
};

export type StatusesPostResponse = StatusesPostResponses[keyof StatusesPostResponses];

export type StatusesDeleteResponses = {
    /** The deleted status, in its last state. Phones that are off remove the status once they are on */
    202: {
        data: Status;
    };
};

export type StatusesDeleteResponse = StatusesDeleteResponses[keyof StatusesDeleteResponses];

export type StatusesGetResponses = {
    /** The status */
    200: {
        data: Status;
    };
};

export type StatusesGetResponse = StatusesGetResponses[keyof StatusesGetResponses];

export type BroadcastsListData = {
    query?: {
        instance_id?: string;
        status?: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
        page?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/broadcasts';
};

export type BroadcastsListResponses = {
    /** A page of 20. Follow links.next until it is null */
    200: {
        data: Array<Broadcast>;
        links: Links;
        meta: OpenPageMeta;
    };
};

export type BroadcastsListResponse = BroadcastsListResponses[keyof BroadcastsListResponses];

export type BroadcastsCreateData = {
    body: CreateBroadcast;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/broadcasts';
};

export type BroadcastsCreateResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first broadcast */
    200: {
        data: Broadcast;
    };
    /** The broadcast, which is running, scheduled or a draft. left_out lists who does not get it and why */
    201: {
        data: Broadcast;
    };
};

export type BroadcastsCreateResponse = BroadcastsCreateResponses[keyof BroadcastsCreateResponses];

export type BroadcastsCancelResponses = {
    /** Cancelled. Only a message that is already being sent may still go out */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsCancelResponse = BroadcastsCancelResponses[keyof BroadcastsCancelResponses];

export type BroadcastsGetResponses = {
    /** The broadcast */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsGetResponse = BroadcastsGetResponses[keyof BroadcastsGetResponses];

export type BroadcastsChangeData = {
    body: ChangeBroadcast;
    path: {
        id: string;
    };
    url: '/v1/broadcasts/{id}';
};

export type BroadcastsChangeResponses = {
    /** The updated broadcast */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsChangeResponse = BroadcastsChangeResponses[keyof BroadcastsChangeResponses];

export type BroadcastsRecipientsData = {
    path: {
        id: string;
    };
    query?: {
        status?: 'waiting' | 'sent' | 'delivered' | 'read' | 'replied' | 'failed' | 'opted_out' | 'cancelled';
        limit?: number;
        offset?: number;
    };
    url: '/v1/broadcasts/{id}/recipients';
};

export type BroadcastsRecipientsResponses = {
    /** A page of people. Request further pages until one is empty */
    200: {
        data: Array<BroadcastRecipient>;
        links: Links;
        meta: OffsetMeta;
    };
};

export type BroadcastsRecipientsResponse = BroadcastsRecipientsResponses[keyof BroadcastsRecipientsResponses];

export type BroadcastsStartResponses = {
    /** The broadcast, which is running, or scheduled if its time is in the future */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsStartResponse = BroadcastsStartResponses[keyof BroadcastsStartResponses];

export type BroadcastsPauseResponses = {
    /** Paused. Only a message that is already being sent may still go out */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsPauseResponse = BroadcastsPauseResponses[keyof BroadcastsPauseResponses];

export type BroadcastsResumeResponses = {
    /** Running */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsResumeResponse = BroadcastsResumeResponses[keyof BroadcastsResumeResponses];

export type OtpsCreateData = {
    body: CreateOtp;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/otps';
};

export type OtpsCreateResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first OTP */
    200: {
        data: Otp;
    };
    /** The OTP. If the instance is not connected, it has already failed, and reason says why */
    201: {
        data: Otp;
    };
};

export type OtpsCreateResponse = OtpsCreateResponses[keyof OtpsCreateResponses];

export type OtpsDeleteResponses = {
    /** Cancelled. Its code is no longer valid */
    204: void;
};

export type OtpsDeleteResponse = OtpsDeleteResponses[keyof OtpsDeleteResponses];

export type OtpsGetResponses = {
    /** The OTP. Keys that can send also see the code of an open link */
    200: {
        data: Otp;
    };
};

export type OtpsGetResponse = OtpsGetResponses[keyof OtpsGetResponses];

export type OtpsCheckData = {
    body: CheckOtp;
    path: {
        id: string;
    };
    url: '/v1/otps/{id}/check';
};

export type OtpsCheckResponses = {
    /** The code is correct, and the OTP is verified */
    200: {
        data: Otp;
    };
};

export type OtpsCheckResponse = OtpsCheckResponses[keyof OtpsCheckResponses];

export type OtpsResendResponses = {
    /** The code is being sent. If sending fails, the OTP is unchanged */
    202: {
        data: Otp;
    };
};

export type OtpsResendResponse = OtpsResendResponses[keyof OtpsResendResponses];

export type AiAgentGetResponses = {
    /** The agent, which is off if it was never set up */
    200: {
        data: Agent;
    };
};

export type AiAgentGetResponse = AiAgentGetResponses[keyof AiAgentGetResponses];

export type AiAgentChangeData = {
    body: ChangeAgent;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/ai-agent';
};

export type AiAgentChangeResponses = {
    /** The updated agent. Its `state` is updated within seconds */
    200: {
        data: Agent;
    };
};

export type AiAgentChangeResponse = AiAgentChangeResponses[keyof AiAgentChangeResponses];

export type MenuGetResponses = {
    /** The menu, which is empty and off if it was never set up */
    200: {
        data: Menu;
    };
};

export type MenuGetResponse = MenuGetResponses[keyof MenuGetResponses];

export type MenuReplaceData = {
    body: ReplaceMenu;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/menu';
};

export type MenuReplaceResponses = {
    /** The updated menu */
    200: {
        data: Menu;
    };
};

export type MenuReplaceResponse = MenuReplaceResponses[keyof MenuReplaceResponses];

export type AutoReplyGetResponses = {
    /** The auto-reply, which is off if it was never set up */
    200: {
        data: AutoReply;
    };
};

export type AutoReplyGetResponse = AutoReplyGetResponses[keyof AutoReplyGetResponses];

export type AutoReplyChangeData = {
    body: ChangeAutoReply;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/auto-reply';
};

export type AutoReplyChangeResponses = {
    /** The updated auto-reply */
    200: {
        data: AutoReply;
    };
};

export type AutoReplyChangeResponse = AutoReplyChangeResponses[keyof AutoReplyChangeResponses];

export type AutomationsTryData = {
    body: TryAnswer;
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/automations/try';
};

export type AutomationsTryResponses = {
    /** The automation that would answer, its answer, and the reason */
    200: {
        data: TriedAnswer;
    };
};

export type AutomationsTryResponse = AutomationsTryResponses[keyof AutomationsTryResponses];

export type SavedRepliesListData = {
    query?: {
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/saved-replies';
};

export type SavedRepliesListResponses = {
    /** A page of the list. Follow links.next until it is null */
    200: {
        data: Array<SavedReply>;
        links: Links;
        meta: CursorMeta;
    };
};

export type SavedRepliesListResponse = SavedRepliesListResponses[keyof SavedRepliesListResponses];

export type SavedRepliesCreateData = {
    body: CreateSavedReply;
    url: '/v1/saved-replies';
};

export type SavedRepliesCreateResponses = {
    /** The saved reply */
    201: {
        data: SavedReply;
    };
};

export type SavedRepliesCreateResponse = SavedRepliesCreateResponses[keyof SavedRepliesCreateResponses];

export type SavedRepliesDeleteResponses = {
    /** Deleted. Messages that were sent with its file still have the file */
    204: void;
};

export type SavedRepliesDeleteResponse = SavedRepliesDeleteResponses[keyof SavedRepliesDeleteResponses];

export type SavedRepliesUpdateData = {
    body: UpdateSavedReply;
    path: {
        /** The saved reply's id */
        id: string;
    };
    url: '/v1/saved-replies/{id}';
};

export type SavedRepliesUpdateResponses = {
    /** The updated saved reply */
    200: {
        data: SavedReply;
    };
};

export type SavedRepliesUpdateResponse = SavedRepliesUpdateResponses[keyof SavedRepliesUpdateResponses];

export type MessagesListData = {
    query?: {
        instance_id?: string;
        /** Only messages in the chat with this person. For a group, use its chat_id, which includes messages from every author */
        phone?: string;
        direction?: 'in' | 'out';
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/messages';
};

export type MessagesListResponses = {
    /** A page of messages. Follow links.next until it is null; with filters, a page can have fewer entries */
    200: {
        data: Array<Message>;
        links: Links;
        meta: CursorMeta;
    };
};

export type MessagesListResponse = MessagesListResponses[keyof MessagesListResponses];

export type MessagesSendData = {
    body: SendMessage;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/messages';
};

export type MessagesSendResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first message */
    200: {
        data: Message;
    };
    /** The message, which was accepted. It is queued, or scheduled if send_at is set */
    202: {
        data: Message;
    };
};

export type MessagesSendResponse = MessagesSendResponses[keyof MessagesSendResponses];

export type MessagesDeleteResponses = {
    /** The message was queued. Its status is now failed, with the error code cancelled */
    200: {
        data: Message;
    };
    /** The message was sent, may have been sent (no_receipt), or was written by another group member. It is deleted for everyone, and a message.deleted event follows */
    202: {
        data: Message;
    };
    /** The message was scheduled, and has been removed */
    204: void;
};

export type MessagesDeleteResponse = MessagesDeleteResponses[keyof MessagesDeleteResponses];

export type MessagesGetResponses = {
    /** The message */
    200: {
        data: Message;
    };
};

export type MessagesGetResponse = MessagesGetResponses[keyof MessagesGetResponses];

export type MessagesChangeData = {
    body: ChangeMessage;
    path: {
        id: string;
    };
    url: '/v1/messages/{id}';
};

export type MessagesChangeResponses = {
    /** The changed message, which has not been sent yet */
    200: {
        data: Message;
    };
    /** The message was already sent. Its text is changed on the network, and a message.edited event follows */
    202: {
        data: Message;
    };
};

export type MessagesChangeResponse = MessagesChangeResponses[keyof MessagesChangeResponses];

export type MessagesUnreactResponses = {
    /** The reaction is being sent. A message.reaction event follows */
    202: {
        data: Message;
    };
};

export type MessagesUnreactResponse = MessagesUnreactResponses[keyof MessagesUnreactResponses];

export type MessagesReactData = {
    body: Reaction;
    path: {
        id: string;
    };
    url: '/v1/messages/{id}/reaction';
};

export type MessagesReactResponses = {
    /** The reaction is being sent. A message.reaction event follows */
    202: {
        data: Message;
    };
};

export type MessagesReactResponse = MessagesReactResponses[keyof MessagesReactResponses];

export type MessagesMarkReadResponses = {
    /** Marked */
    204: void;
};

export type MessagesMarkReadResponse = MessagesMarkReadResponses[keyof MessagesMarkReadResponses];

export type MessagesForwardData = {
    body: ForwardMessage;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/messages/{id}/forward';
};

export type MessagesForwardResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first message */
    200: {
        data: Message;
    };
    /** A new message with the same content, which was accepted */
    202: {
        data: Message;
    };
};

export type MessagesForwardResponse = MessagesForwardResponses[keyof MessagesForwardResponses];

export type ChatsListData = {
    query?: {
        instance_id?: string;
        /** 1 for only chats in which the person is waiting for an answer; 0 for only the others */
        waiting?: boolean;
        /** Only chats with this label. Because labels belong to an instance, instance_id is required with it */
        label_id?: number;
        /** Only chats assigned to this team member; `none` for unassigned chats. In the panel, also `me` for your own chats */
        assigned_to?: string;
        /** 1 for only chats that your team has closed; 0 for only open chats */
        closed?: boolean;
        /** 1 for only chats that your team has snoozed; 0 for only the others */
        snoozed?: boolean;
        /** Part of a name, regardless of case and accents, or digits of a phone */
        search?: string;
        page?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/chats';
};

export type ChatsListResponses = {
    /** A page of 50. Follow links.next until it is null. If the order of chats changes in the meantime, a chat can appear on two pages, and a page can have fewer entries */
    200: {
        data: Array<Chat>;
        links: Links;
        meta: OpenPageMeta;
    };
};

export type ChatsListResponse = ChatsListResponses[keyof ChatsListResponses];

export type ChatsDeleteResponses = {
    /** Deleted. Its messages remain in GET /v1/messages for as long as any other messages */
    204: void;
};

export type ChatsDeleteResponse = ChatsDeleteResponses[keyof ChatsDeleteResponses];

export type ChatsGetResponses = {
    /** The chat. A deleted chat has no last message */
    200: {
        data: Chat;
    };
};

export type ChatsGetResponse = ChatsGetResponses[keyof ChatsGetResponses];

export type ChatsChangeData = {
    body: ChangeChat;
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    url: '/v1/instances/{id}/chats/{chat}';
};

export type ChatsChangeResponses = {
    /** The updated chat. If part of the change fails, the error lists what was changed */
    200: {
        data: Chat;
    };
};

export type ChatsChangeResponse = ChatsChangeResponses[keyof ChatsChangeResponses];

export type ChatsHistoryData = {
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    query?: {
        limit?: number;
        offset?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/history';
};

export type ChatsHistoryResponses = {
    /** A page of the list. Follow links.next until it is null, or increase offset by limit until a page is empty */
    200: {
        data: Array<HistoryMessage>;
        links: Links;
        meta: OffsetMeta;
    };
};

export type ChatsHistoryResponse = ChatsHistoryResponses[keyof ChatsHistoryResponses];

export type ChatsReadResponses = {
    /** Read */
    204: void;
};

export type ChatsReadResponse = ChatsReadResponses[keyof ChatsReadResponses];

export type ChatsTypingData = {
    body: Typing;
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/typing';
};

export type ChatsTypingResponses = {
    /** Shown. It disappears after about ten seconds */
    204: void;
};

export type ChatsTypingResponse = ChatsTypingResponses[keyof ChatsTypingResponses];

export type ChatsSetLabelsData = {
    body: {
        /** All the labels that the chat should have */
        label_ids: Array<number>;
    };
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/labels';
};

export type ChatsSetLabelsResponses = {
    /** The chat with exactly these labels */
    200: {
        data: Chat;
    };
};

export type ChatsSetLabelsResponse = ChatsSetLabelsResponses[keyof ChatsSetLabelsResponses];

export type NotesListData = {
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    query?: {
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/notes';
};

export type NotesListResponses = {
    /** A page of notes. Follow links.next until it is null. Notes are stored for 30 days, or less if the account's retention period is shorter. They are deleted with their chat */
    200: {
        data: Array<Note>;
        links: Links;
        meta: CursorMeta;
    };
};

export type NotesListResponse = NotesListResponses[keyof NotesListResponses];

export type NotesCreateData = {
    body: WriteNote;
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry returns the first note. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/notes';
};

export type NotesCreateResponses = {
    /** A retry with the same Idempotency-Key: the current state of the first note */
    200: {
        data: Note;
    };
    /** The note, which only your team can see */
    201: {
        data: Note;
    };
};

export type NotesCreateResponse = NotesCreateResponses[keyof NotesCreateResponses];

export type NotesDeleteResponses = {
    /** Deleted */
    204: void;
};

export type NotesDeleteResponse = NotesDeleteResponses[keyof NotesDeleteResponses];

export type NotesUpdateData = {
    body: WriteNote;
    path: {
        id: string;
        /** The person's phone (country code and digits), or a chat_id from a message or an event */
        chat: string;
        /** The note's id */
        note: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/notes/{note}';
};

export type NotesUpdateResponses = {
    /** The updated note */
    200: {
        data: Note;
    };
};

export type NotesUpdateResponse = NotesUpdateResponses[keyof NotesUpdateResponses];

export type MembersListResponses = {
    /** All team members, in the order they joined */
    200: {
        data: Array<TeamMember>;
    };
};

export type MembersListResponse = MembersListResponses[keyof MembersListResponses];

export type WebhookGetResponses = {
    /** The webhook */
    200: {
        data: Webhook;
    };
};

export type WebhookGetResponse = WebhookGetResponses[keyof WebhookGetResponses];

export type WebhookUpdateData = {
    body: {
        url?: string | null;
        events?: Array<'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test'> | null;
        auth_header?: {
            name: string;
            value: string;
        } | null;
    };
    url: '/v1/webhook';
};

export type WebhookUpdateResponses = {
    /** The updated webhook. `secret` is included only if it was just created */
    200: {
        data: Webhook;
    };
};

export type WebhookUpdateResponse = WebhookUpdateResponses[keyof WebhookUpdateResponses];

export type InstanceWebhookGetResponses = {
    /** The webhook */
    200: {
        data: Webhook;
    };
};

export type InstanceWebhookGetResponse = InstanceWebhookGetResponses[keyof InstanceWebhookGetResponses];

export type InstanceWebhookUpdateData = {
    body: {
        url?: string | null;
        events?: Array<'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test'> | null;
        auth_header?: {
            name: string;
            value: string;
        } | null;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/webhook';
};

export type InstanceWebhookUpdateResponses = {
    /** The updated webhook. `secret` is included only if it was just created */
    200: {
        data: Webhook;
    };
};

export type InstanceWebhookUpdateResponse = InstanceWebhookUpdateResponses[keyof InstanceWebhookUpdateResponses];

export type WebhookRotateSecretData = {
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry does not return the secret. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/webhook/secret';
};

export type WebhookRotateSecretResponses = {
    /** The webhook with its new `secret`. A retry with the same Idempotency-Key does not return the secret */
    200: {
        data: Webhook;
    };
};

export type WebhookRotateSecretResponse = WebhookRotateSecretResponses[keyof WebhookRotateSecretResponses];

export type InstanceWebhookRotateSecretData = {
    headers?: {
        /** Any unique text, case-sensitive. Within 30 days, a retry does not return the secret. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/webhook/secret';
};

export type InstanceWebhookRotateSecretResponses = {
    /** The webhook with its new `secret`. A retry with the same Idempotency-Key does not return the secret */
    200: {
        data: Webhook;
    };
};

export type InstanceWebhookRotateSecretResponse = InstanceWebhookRotateSecretResponses[keyof InstanceWebhookRotateSecretResponses];

export type WebhookTestResponses = {
    /** The test event, which is being sent */
    202: {
        data: WebhookTest;
    };
};

export type WebhookTestResponse = WebhookTestResponses[keyof WebhookTestResponses];

export type InstanceWebhookTestResponses = {
    /** The test event, which is being sent */
    202: {
        data: WebhookTest;
    };
};

export type InstanceWebhookTestResponse = InstanceWebhookTestResponses[keyof InstanceWebhookTestResponses];

export type WebhookTryResponses = {
    /** The result */
    200: {
        data: WebhookTry;
    };
};

export type WebhookTryResponse = WebhookTryResponses[keyof WebhookTryResponses];

export type InstanceWebhookTryResponses = {
    /** The result */
    200: {
        data: WebhookTry;
    };
};

export type InstanceWebhookTryResponse = InstanceWebhookTryResponses[keyof InstanceWebhookTryResponses];

export type WebhookDeliveriesData = {
    query?: {
        status?: 'pending' | 'failed' | 'delivered';
        /** Use this instance's own webhook instead of the account's */
        instance_id?: string;
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/webhook/deliveries';
};

export type WebhookDeliveriesResponses = {
    /** A page of the list. Follow links.next until it is null */
    200: {
        data: Array<WebhookDelivery>;
        links: Links;
        meta: CursorMeta;
    };
};

export type WebhookDeliveriesResponse = WebhookDeliveriesResponses[keyof WebhookDeliveriesResponses];

export type WebhookResendResponses = {
    /** The event is being sent */
    202: {
        data: {
            event_id: string;
        };
    };
};

export type WebhookResendResponse = WebhookResendResponses[keyof WebhookResendResponses];

export type EventsListData = {
    query?: {
        /** The id of the last event you have. Leave it out to start from the oldest event */
        after?: string;
        limit?: number;
        types?: Array<'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test'>;
        instance_id?: string;
    };
    url: '/v1/events';
};

export type EventsListResponses = {
    /** The events after `after`. Pass `next_after` as `after` in the next request */
    200: {
        data: Array<Event>;
        next_after: string | null;
        has_more: boolean;
    };
};

export type EventsListResponse = EventsListResponses[keyof EventsListResponses];

export type EventsCreateStreamTicketResponses = {
    /** The ticket. It can be used for one connection within 60 seconds, and has the same rights as the key */
    201: {
        data: StreamTicket;
    };
};

export type EventsCreateStreamTicketResponse = EventsCreateStreamTicketResponses[keyof EventsCreateStreamTicketResponses];

export type ActivityListData = {
    query?: {
        action?: 'account.created' | 'account.changed' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'invite.created' | 'invite.withdrawn' | 'account.suspended' | 'account.resumed' | 'account.deletion_asked' | 'account.deletion_undone' | 'plan.changed' | 'key.created' | 'key.revoked' | 'instance.created' | 'instance.changed' | 'instance.stopped' | 'instance.started' | 'instance.restarted' | 'instance.logged_out' | 'instance.pairing_code_made' | 'instance.passkey_given' | 'instance.profile_changed' | 'instance.deleted' | 'instance.warm_up_raised' | 'instance.warm_up_lowered' | 'instance.restricted' | 'instance.restriction_ended' | 'contact.changed' | 'contact.imported' | 'contact.blocked' | 'contact.unblocked' | 'contact.erased' | 'export.created' | 'group.created' | 'group.members_added' | 'group.members_removed' | 'group.members_promoted' | 'group.members_demoted' | 'group.changed' | 'group.invite_revoked' | 'group.joined' | 'group.left' | 'group.requests_approved' | 'group.requests_rejected' | 'chat.labels_changed' | 'label.created' | 'label.changed' | 'label.deleted' | 'channel.created' | 'channel.changed' | 'channel.deleted' | 'channel.followed' | 'channel.unfollowed' | 'status.deleted' | 'broadcast.created' | 'broadcast.changed' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.cancelled' | 'agent.changed' | 'menu.changed' | 'auto_reply.changed' | 'otp.cancelled' | 'otp.creation_paused' | 'agent.failed' | 'automation.loop_stopped' | 'message.changed' | 'message.deleted' | 'draft.released' | 'draft.discarded' | 'chat.changed' | 'chat.deleted' | 'note.created' | 'note.changed' | 'note.deleted' | 'saved_reply.created' | 'saved_reply.changed' | 'saved_reply.deleted' | 'webhook.changed' | 'webhook.secret_replaced' | 'webhook.tested' | 'webhook.tried' | 'webhook.event_resent' | 'webhook.paused' | 'webhook.resumed';
        /** Only changes to this instance */
        instance_id?: string;
        /** Only changes made by this API key */
        key_id?: string;
        limit?: number;
        /** Pass the cursor from links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/activity';
};

export type ActivityListResponses = {
    /** A page of changes. Follow links.next until it is null; with filters, a page can have fewer entries. Changes are stored for 30 days */
    200: {
        data: Array<Activity>;
        links: Links;
        meta: CursorMeta;
    };
};

export type ActivityListResponse = ActivityListResponses[keyof ActivityListResponses];

export type OpenapiGetResponses = {
    /** The document */
    200: {
        openapi: string;
        [key: string]: unknown;
    };
};

export type OpenapiGetResponse = OpenapiGetResponses[keyof OpenapiGetResponses];

export type EventMessageReceivedWebhookPayload = {
    id: string;
    type: 'message.received';
    created_at: string;
    data: Message;
};

export type EventMessageReceivedWebhookRequest = {
    body: EventMessageReceivedWebhookPayload;
    key: 'message.received';
};

export type EventMessageSentFromPhoneWebhookPayload = {
    id: string;
    type: 'message.sent_from_phone';
    created_at: string;
    data: Message;
};

export type EventMessageSentFromPhoneWebhookRequest = {
    body: EventMessageSentFromPhoneWebhookPayload;
    key: 'message.sent_from_phone';
};

export type EventMessageStatusWebhookPayload = {
    id: string;
    type: 'message.status';
    created_at: string;
    data: Message;
};

export type EventMessageStatusWebhookRequest = {
    body: EventMessageStatusWebhookPayload;
    key: 'message.status';
};

export type EventMessageEditedWebhookPayload = {
    id: string;
    type: 'message.edited';
    created_at: string;
    data: Message;
};

export type EventMessageEditedWebhookRequest = {
    body: EventMessageEditedWebhookPayload;
    key: 'message.edited';
};

export type EventMessageDeletedWebhookPayload = {
    id: string;
    type: 'message.deleted';
    created_at: string;
    data: Message;
};

export type EventMessageDeletedWebhookRequest = {
    body: EventMessageDeletedWebhookPayload;
    key: 'message.deleted';
};

export type EventMessagePollVoteWebhookPayload = {
    id: string;
    type: 'message.poll_vote';
    created_at: string;
    data: PollVoteData;
};

export type EventMessagePollVoteWebhookRequest = {
    body: EventMessagePollVoteWebhookPayload;
    key: 'message.poll_vote';
};

export type EventMessageReactionWebhookPayload = {
    id: string;
    type: 'message.reaction';
    created_at: string;
    data: ReactionData;
};

export type EventMessageReactionWebhookRequest = {
    body: EventMessageReactionWebhookPayload;
    key: 'message.reaction';
};

export type EventGroupMessageWebhookPayload = {
    id: string;
    type: 'group.message';
    created_at: string;
    data: Message;
};

export type EventGroupMessageWebhookRequest = {
    body: EventGroupMessageWebhookPayload;
    key: 'group.message';
};

export type EventGroupUpdateWebhookPayload = {
    id: string;
    type: 'group.update';
    created_at: string;
    data: GroupUpdateData;
};

export type EventGroupUpdateWebhookRequest = {
    body: EventGroupUpdateWebhookPayload;
    key: 'group.update';
};

export type EventChatAssignedWebhookPayload = {
    id: string;
    type: 'chat.assigned';
    created_at: string;
    data: ChatAssignedData;
};

export type EventChatAssignedWebhookRequest = {
    body: EventChatAssignedWebhookPayload;
    key: 'chat.assigned';
};

export type EventChatClosedWebhookPayload = {
    id: string;
    type: 'chat.closed';
    created_at: string;
    data: ChatClosedData;
};

export type EventChatClosedWebhookRequest = {
    body: EventChatClosedWebhookPayload;
    key: 'chat.closed';
};

export type EventCallReceivedWebhookPayload = {
    id: string;
    type: 'call.received';
    created_at: string;
    data: CallReceivedData;
};

export type EventCallReceivedWebhookRequest = {
    body: EventCallReceivedWebhookPayload;
    key: 'call.received';
};

export type EventCallRejectedWebhookPayload = {
    id: string;
    type: 'call.rejected';
    created_at: string;
    data: CallRejectedData;
};

export type EventCallRejectedWebhookRequest = {
    body: EventCallRejectedWebhookPayload;
    key: 'call.rejected';
};

export type EventInstanceStatusWebhookPayload = {
    id: string;
    type: 'instance.status';
    created_at: string;
    data: InstanceStatusData;
};

export type EventInstanceStatusWebhookRequest = {
    body: EventInstanceStatusWebhookPayload;
    key: 'instance.status';
};

export type EventOtpCompletedWebhookPayload = {
    id: string;
    type: 'otp.completed';
    created_at: string;
    data: OtpCompletedData;
};

export type EventOtpCompletedWebhookRequest = {
    body: EventOtpCompletedWebhookPayload;
    key: 'otp.completed';
};

export type EventOtpFailedWebhookPayload = {
    id: string;
    type: 'otp.failed';
    created_at: string;
    data: OtpFailedData;
};

export type EventOtpFailedWebhookRequest = {
    body: EventOtpFailedWebhookPayload;
    key: 'otp.failed';
};

export type EventBroadcastPausedWebhookPayload = {
    id: string;
    type: 'broadcast.paused';
    created_at: string;
    data: BroadcastData;
};

export type EventBroadcastPausedWebhookRequest = {
    body: EventBroadcastPausedWebhookPayload;
    key: 'broadcast.paused';
};

export type EventBroadcastCompletedWebhookPayload = {
    id: string;
    type: 'broadcast.completed';
    created_at: string;
    data: BroadcastData;
};

export type EventBroadcastCompletedWebhookRequest = {
    body: EventBroadcastCompletedWebhookPayload;
    key: 'broadcast.completed';
};

export type EventExportCompletedWebhookPayload = {
    id: string;
    type: 'export.completed';
    created_at: string;
    data: ExportCompletedData;
};

export type EventExportCompletedWebhookRequest = {
    body: EventExportCompletedWebhookPayload;
    key: 'export.completed';
};

export type EventExportFailedWebhookPayload = {
    id: string;
    type: 'export.failed';
    created_at: string;
    data: ExportFailedData;
};

export type EventExportFailedWebhookRequest = {
    body: EventExportFailedWebhookPayload;
    key: 'export.failed';
};

export type EventWebhookTestWebhookPayload = {
    id: string;
    type: 'webhook.test';
    created_at: string;
    data: Message;
};

export type EventWebhookTestWebhookRequest = {
    body: EventWebhookTestWebhookPayload;
    key: 'webhook.test';
};
