// Made by `npm run sdk:types` from docs/openapi.json of SHA-256 6764820b405c57110187b5a964fff3805c0f4d345272e90fc508b88104c37c5d.

export type ClientOptions = {
    baseUrl: 'https://gateway.invalid' | (string & {});
};

export type Webhooks = EventMessageReceivedWebhookRequest | EventMessageSentFromPhoneWebhookRequest | EventMessageStatusWebhookRequest | EventMessageEditedWebhookRequest | EventMessageDeletedWebhookRequest | EventMessagePollVoteWebhookRequest | EventMessageReactionWebhookRequest | EventGroupMessageWebhookRequest | EventGroupUpdateWebhookRequest | EventChatAssignedWebhookRequest | EventChatClosedWebhookRequest | EventCallReceivedWebhookRequest | EventCallRejectedWebhookRequest | EventInstanceStatusWebhookRequest | EventOtpCompletedWebhookRequest | EventOtpFailedWebhookRequest | EventBroadcastPausedWebhookRequest | EventBroadcastCompletedWebhookRequest | EventExportCompletedWebhookRequest | EventExportFailedWebhookRequest | EventWebhookTestWebhookRequest;

export type StartContactImport = {
    /** Up to 10,000 people */
    contacts?: Array<{
        /** With its country code, as people and spreadsheets write it */
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
    /** With `contact`: only what this instance has of one person */
    instance_id?: string | null;
    /** Their phone's digits, their private id (…@lid), or the id of the chat with them */
    contact?: string | null;
};

export type CreateGroup = {
    subject: string;
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
    /** null or an empty text removes it */
    description?: string | null;
    /** At least 192 pixels on each side; its middle is shown. null removes it */
    picture?: {
        /** Public address of a JPEG or PNG of at most 5 MB. Use this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use this or url. */
        data?: string | null;
    } | null;
    settings?: ChangeGroupSettings;
};

export type ChangeGroupSettings = {
    /** Only admins can write */
    messages_admins_only?: boolean;
    /** Only admins can change subject, description and picture */
    info_admins_only?: boolean;
    /** Only admins can add people */
    add_admins_only?: boolean;
    /** Admins approve people who join by the link */
    join_approval?: boolean;
    /** Seconds until messages disappear; 0: they stay */
    disappearing_seconds?: 0 | 86400 | 604800 | 7776000;
};

export type ChangeGroup = {
    subject?: string;
    /** null or an empty text removes it */
    description?: string | null;
    /** At least 192 pixels on each side; its middle is shown. null removes it */
    picture?: {
        /** Public address of a JPEG or PNG of at most 5 MB. Use this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use this or url. */
        data?: string | null;
    } | null;
    settings?: ChangeGroupSettings;
};

export type AddGroupMembers = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
    /** Send an invitation message to people who can only be invited; without it nobody gets a message */
    invite?: boolean;
};

export type ChangeGroupMembers = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
};

export type JoinGroup = {
    /** The link, or its code */
    invite: string;
};

export type AnswerGroupRequests = {
    /** Phones with their country code, or private ids (…@lid) */
    participants: Array<string>;
};

export type CreateChannel = {
    name: string;
    /** null or an empty text: none */
    description?: string | null;
    /** At least 192 pixels on each side; its middle is shown. null: none */
    picture?: {
        /** Public address of a JPEG or PNG of at most 5 MB. Use this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use this or url. */
        data?: string | null;
    } | null;
};

export type ChangeChannel = {
    name?: string;
    /** null or an empty text: none */
    description?: string | null;
    /** At least 192 pixels on each side; its middle is shown. null: none */
    picture?: {
        /** Public address of a JPEG or PNG of at most 5 MB. Use this or data. */
        url?: string | null;
        /** A JPEG or PNG as base64. Use this or url. */
        data?: string | null;
    } | null;
};

export type PostStatus = {
    /** The status, or the media's caption */
    text?: string | null;
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** Only for a text */
    background_color?: string | null;
    /** Only for a text: one of the phone's fonts, by its number */
    font?: number | null;
    /** Who should see it, among people who saved the number; left out: the latest 500 people who wrote within 30 days */
    recipients?: Array<string> | null;
};

export type CreateBroadcast = {
    instance_id: string;
    /** With {name}, {field} or {field|default}; {{ and }} are braces. A line that says how to opt out is added. With media: its caption */
    text: string;
    /** Only people who wrote to this instance get it */
    audience: 'recent' | 'label' | 'phones';
    /** Only for recent: people who wrote within this many days (30) */
    days?: number | null;
    /** Only for label */
    label_id?: number | null;
    /** Only for phones. People outside the audience are counted in left_out and not stored. Phones as people and spreadsheets write them; a list with rounded phones (5.51E+12) or lost letters (�) is refused with its rows */
    recipients?: Array<{
        phone: string;
        name?: string | null;
        /** Values of placeholders */
        fields?: {
            [key: string]: string;
        } | null;
    }> | null;
    /** Only for you; nobody else sees it */
    name?: string | null;
    /** Language of the opt-out line; left out: that of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
    /** Only for recent: also people in the address book who wrote at any time */
    include_saved_contacts?: boolean | null;
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** Seconds between two of its messages, at least; the instance's own setting if that is more */
    interval_seconds?: number | null;
    /** Maximum messages a day; the instance's own setting if that is less */
    per_day?: number | null;
    /** When to start: now to 30 days ahead */
    start_at?: string | null;
    /** Nothing is sent until POST /v1/broadcasts/{id}/start; deleted after 14 days without a start or a change */
    draft?: boolean | null;
};

export type ChangeBroadcast = {
    /** With {name}, {field} or {field|default}; {{ and }} are braces. A line that says how to opt out is added. With media: its caption */
    text?: string;
    /** Only people who wrote to this instance get it */
    audience?: 'recent' | 'label' | 'phones';
    /** Only for recent: people who wrote within this many days (30) */
    days?: number | null;
    /** Only for label */
    label_id?: number | null;
    /** Only for phones. People outside the audience are counted in left_out and not stored. Phones as people and spreadsheets write them; a list with rounded phones (5.51E+12) or lost letters (�) is refused with its rows */
    recipients?: Array<{
        phone: string;
        name?: string | null;
        /** Values of placeholders */
        fields?: {
            [key: string]: string;
        } | null;
    }> | null;
    /** Only for you; nobody else sees it */
    name?: string | null;
    /** Language of the opt-out line; left out: that of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
    /** Only for recent: also people in the address book who wrote at any time */
    include_saved_contacts?: boolean | null;
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
        voice?: boolean | null;
    } | null;
    /** Seconds between two of its messages, at least; the instance's own setting if that is more */
    interval_seconds?: number | null;
    /** Maximum messages a day; the instance's own setting if that is less */
    per_day?: number | null;
    /** When to start: now to 30 days ahead */
    start_at?: string | null;
};

export type CreateOtp = {
    instance_id: string;
    /** `link`: the person sends you a code from a link. `code`: you send them a code and they enter it */
    channel: 'link' | 'code';
    /** The number to confirm; required with `code`. With `link`: only this number completes it */
    phone?: string | null;
    /** The name of who asks, shown in the text. No address, no line break */
    brand?: string | null;
    /** Your own reference, in answers and events; never shown to the person */
    reference?: string | null;
    /** The text's language, BCP 47; unsupported ones: en */
    locale?: string | null;
    /** Seconds until it expires; 600 when left out */
    expires_in?: number | null;
    /** Digits of a `code`; 6 when left out. A `link` has 8 */
    code_length?: number | null;
};

export type CheckOtp = {
    /** As the person typed it: digits of any script, spaces and hyphens */
    code: string;
};

export type ChangeAgent = {
    /** Turning it on needs a key */
    enabled?: boolean;
    /** Another provider needs its own `api_key` in the same request */
    provider?: 'openai' | 'anthropic';
    /** One of `models`; left out with another provider: that one's default */
    model?: string;
    /** The provider's key; only its last 4 characters are shown. null removes it and turns the agent off */
    api_key?: string | null;
    /** How the agent answers. Write nothing that a customer must not read */
    instructions?: string;
    /** The agent's knowledge. Write nothing that a customer must not read */
    knowledge?: string;
    max_replies_per_chat_per_day?: number;
    /** Seconds without a new text before a person is answered */
    wait_seconds?: number;
    /** A short text with one of these words is answered with `handover_message`, and the agent stays silent */
    handover_words?: Array<string>;
    handover_message?: string;
    pause_after_team_reply_minutes?: number;
    /** When it answers; null: always */
    hours?: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
};

export type ReplaceMenu = {
    enabled: boolean;
    /** Above the list; needed when on */
    greeting?: string | null;
    /** Sent with `handover` */
    handover_message?: string | null;
    choices: Array<{
        label: string;
        /** `answer` sends the answer, `handover` leaves the chat to people, `ai` to the AI agent, `menu` shows more */
        outcome: 'answer' | 'handover' | 'ai' | 'menu';
        /** With `answer`: this or media, or both */
        answer?: string | null;
        media?: {
            /** Public address of the file. Use this or data. */
            url?: string | null;
            /** The file as base64, at most 4 MB decoded. Use this or url. */
            data?: string | null;
            /** image*, video*, audio*; any other is sent as a document */
            mimetype: string;
            filename?: string | null;
            /** Audio only: show it as a voice note */
            voice?: boolean | null;
            /** For a file that GET shows: it is kept unchanged, and `url` is ignored */
            id?: string | null;
        } | null;
        /** With `menu` */
        choices?: Array<{
            label: string;
            /** `answer` sends the answer, `handover` leaves the chat to people, `ai` to the AI agent, `menu` shows more */
            outcome: 'answer' | 'handover' | 'ai' | 'menu';
            /** With `answer`: this or media, or both */
            answer?: string | null;
            media?: {
                /** Public address of the file. Use this or data. */
                url?: string | null;
                /** The file as base64, at most 4 MB decoded. Use this or url. */
                data?: string | null;
                /** image*, video*, audio*; any other is sent as a document */
                mimetype: string;
                filename?: string | null;
                /** Audio only: show it as a voice note */
                voice?: boolean | null;
                /** For a file that GET shows: it is kept unchanged, and `url` is ignored */
                id?: string | null;
            } | null;
        }> | null;
    }>;
    /** Language of number words; null: that of the number's country */
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
};

export type ChangeAutoReply = {
    /** Turning it on needs a text */
    enabled?: boolean;
    /** Sent during its hours; null: nothing */
    text?: string | null;
    /** Sent outside its hours, and when an active agent can't answer during its own hours; then `text` is sent if this is null */
    away_text?: string | null;
    /** When `text` is sent; null: always */
    hours?: {
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        to: string;
    } | null;
    /** Hours between two auto-replies to the same person, whatever they write */
    every_hours?: number;
    language?: 'ar' | 'de' | 'en' | 'es' | 'fa' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'ms' | 'nl' | 'pl' | 'pt' | 'ro' | 'ru' | 'tr' | 'uk' | 'ur' | 'vi' | 'zh' | null;
};

export type TryAnswer = {
    /** A text as a person might write it */
    text: string;
    /** The menu's list that is open: [] is the first, [2] that of choice 2. Left out: a new chat */
    level?: Array<number> | null;
    /** Also ask the AI agent's provider, at the cost of its key. Otherwise its text is null */
    call?: boolean | null;
};

export type CreateSavedReply = {
    /** Typed after a slash, in any case; no two replies have the same */
    shortcut: string;
    /** `{name}` is the person's name, `{number_name}` the instance's; `{name|there}` has a word for when it is unknown, `{{` is a brace. With a file it is the caption */
    text?: string | null;
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
        voice?: boolean | null;
        /** For a file that GET shows: it is kept unchanged, and `url` is ignored */
        id?: string | null;
    } | null;
};

export type UpdateSavedReply = {
    /** Typed after a slash, in any case; no two replies have the same */
    shortcut?: string;
    /** `{name}` is the person's name, `{number_name}` the instance's; `{name|there}` has a word for when it is unknown, `{{` is a brace. With a file it is the caption */
    text?: string | null;
    /** null removes the file */
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
        voice?: boolean | null;
        /** For a file that GET shows: it is kept unchanged, and `url` is ignored */
        id?: string | null;
    } | null;
};

export type SendMessage = {
    instance_id: string;
    /** The person's number: country code and digits, no +, no leading 0. Use this or chat_id. */
    to?: string | null;
    /** A group's or channel's id, or the chat of someone who wrote without a phone. */
    chat_id?: string | null;
    /** The message, or the caption of media (at most 1,024 characters) */
    text?: string | null;
    media?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
        /** image*, video*, audio*; any other is sent as a document */
        mimetype: string;
        filename?: string | null;
        /** Audio only: show it as a voice note */
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
    /** A WebP, PNG, JPEG or GIF picture; it is resized to 512 by 512, and an animated one stays animated */
    sticker?: {
        /** Public address of the file. Use this or data. */
        url?: string | null;
        /** The file as base64, at most 4 MB decoded. Use this or url. */
        data?: string | null;
    } | null;
    poll?: {
        name: string;
        options: Array<string>;
        multiple_answers?: boolean | null;
    } | null;
    /** Id of the message in the same chat that this one replies to */
    reply_to?: string | null;
    /** In groups: the people mentioned in the text as @digits, each by number or by id as in an event */
    mentions?: Array<string> | null;
    /** When to send: now to 30 days ahead; up to a minute in the past counts as now. */
    send_at?: string | null;
    link_preview?: boolean | null;
};

export type ChangeMessage = {
    /** The text or caption. Sent messages: within 15 minutes */
    text?: string;
    /** Scheduled messages: another time; null: now */
    send_at?: string | null;
};

export type Reaction = {
    emoji: string;
};

export type ForwardMessage = {
    /** The person's number: country code and digits, no +, no leading 0. Use this or chat_id. */
    to?: string | null;
    /** A group's or channel's id, or the chat of someone who wrote without a phone. */
    chat_id?: string | null;
};

export type ChangeChat = {
    /** Archiving also unpins */
    archived?: boolean;
    /** Pinning also unarchives; at most 3 chats */
    pinned?: boolean;
    /** null, "forever", or a time at most a year ahead */
    muted_until?: string | null;
    /** true marks as unread, false as read here and on the phone; nobody else is notified */
    unread?: boolean;
    /** team: your team answers it. null: nobody took it. Also works while not connected */
    handled_by?: 'team' | null;
    /** The id of a member of the team (`GET /v1/members`), who has to answer it; null: nobody. In the panel also me */
    assigned_to?: string | null;
    /** Assign it only if it is this member's (null: nobody's) until now; otherwise 409 `conflict` */
    if_assigned_to?: string | null;
    /** Set it aside until then, at most a year ahead, or until somebody writes in it. null: it is back */
    snoozed_until?: string | null;
    /** true: it is done, and nobody waits in it; the next received message opens it again. false: it is open */
    closed?: boolean;
    /** Close it or set it aside only if this is its last message; otherwise 409 `conflict` */
    if_last_message_id?: string;
};

export type Typing = {
    /** It fades after about ten seconds: repeat it, or say paused */
    state: 'typing' | 'recording' | 'paused';
};

export type WriteNote = {
    /** Seen by your team, never sent to anybody */
    text: string;
};

export type Message = {
    id: string;
    instance_id: string;
    /** In the form by which the network knows the person, whichever form was requested */
    phone: string | null;
    /** Only when it differs from phone: the requested form of the number */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only when it was sent in the panel: the member of the team who sent it */
    user_id?: string;
    body: string | null;
    /** The file; null also when a received one is over 100 MB */
    media: {
        /** For stored files a link valid 24 hours, which redirects to the file; otherwise the given address */
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
        /** Only for a live location: message.edited brings later positions */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** As written on the card if it has no network number */
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
    /** Buttons and list rows that the message offers, the first 60 */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The people mentioned, the first 100; mentions_count has how many */
    mentions?: Array<Mention>;
    /** Only with mentions: how many people are mentioned, listed or not */
    mentions_count?: number;
    /** Only when the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only when it may be seen once; where the network keeps the file from linked devices, media is null */
    view_once?: true;
    /** The message that it comments on */
    comment_on?: string;
    /** Seconds after which phones delete it */
    disappears_in?: number;
    /** Only when several cards came: all of them; contact is the first */
    contacts?: Array<{
        name: string | null;
        /** As written on the card if it has no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name of a content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more came in its chat within a minute; this one stands for them all */
    more_unsupported?: number;
    /** Only when it was forwarded */
    forwarded?: true;
    /** Only when phones mark it as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** Each person's current reaction, for the 50 who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: how many people have reacted, shown or not */
    reactions_count?: number;
    /** Only on polls: each option and how many chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only on polls: each person's current choice, for the 50 who voted last; fewer when the options are long (16 KB in all) */
    votes?: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only on polls: how many people have a choice, shown or not */
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

/** What was chosen or filled in; body has the choice's text, or its id when it came without one */
export type Interactive = {
    type: 'button_reply' | 'list_reply' | 'flow_reply';
    /** The choice's id, as its sender gave it; going, not_going or maybe for an answer to an event */
    id: string | null;
    /** The choice's text, as phones show it */
    title: string | null;
    /** The second line of a list's row; of an answer to an event how many come along, as +2 */
    description: string | null;
    /** The answers of a form; null when there are none, or more than 32000 bytes */
    response: {
        [key: string]: unknown;
    } | null;
};

export type OfferedAction = {
    type: 'reply' | 'url' | 'call' | 'copy' | 'row' | 'flow' | 'payment' | 'location' | 'other';
    text: string | null;
    /** What an answer to it carries */
    id: string | null;
    url: string | null;
    /** As it is written there */
    phone: string | null;
    /** The text that the button copies */
    code: string | null;
    /** The second line of a list's row */
    description: string | null;
    /** The part of the list that the row is in */
    section: string | null;
    /** The number of its card, from 1; null: there are no cards */
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
    /** The link of its call */
    join_link: string | null;
    cancelled: boolean;
};

/** As its sender says: it does not prove that money moved */
export type Payment = {
    kind: 'request' | 'sent' | 'invite' | 'key' | 'invoice' | 'declined' | 'cancelled';
    /** A decimal number as text */
    amount: string | null;
    currency: string | null;
    note: string | null;
    /** Such as PHONE, EMAIL, CPF, CNPJ or EVP */
    key_type: string | null;
    key: string | null;
    /** Who is paid, as the sender wrote it */
    name: string | null;
    reference: string | null;
    /** ISO 8601 with offset */
    expires_at: string | null;
};

export type ReceivedInvite = {
    /** channel_admin: to be an admin of the channel */
    kind: 'group' | 'channel_admin' | 'channel';
    /** The id of the group or channel */
    id: string | null;
    name: string | null;
    code: string | null;
    /** Of a group: pass it to POST …/groups/join */
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
    /** The click's id, for conversion reports */
    ctwa_clid: string | null;
    /** The network's word for where it was */
    entry_point: string | null;
};

export type Mention = {
    /** The network's id of the person or group */
    id: string;
    /** null when hidden, and of a group */
    phone: string | null;
    /** The name saved for the person, else the one that they show; of a group the one that came along */
    name: string | null;
    /** Whether it is the linked number */
    is_me: boolean;
    /** The piece of body that stands for it; null: there is none */
    text: string | null;
};

/** Only when reply_to is null: a status, or a message from before the link, as the answer describes it */
export type QuotedMessage = {
    /** The network's id of it */
    id: string | null;
    /** The network's id of who wrote it */
    author_id: string | null;
    author_phone: string | null;
    /** null: the answer does not say */
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product' | null;
    /** The beginning of its text */
    body: string | null;
};

export type Album = {
    /** The same for all of one album */
    id: string;
    /** Its place, from 0; null: the phone did not say */
    index: number | null;
    /** How many were announced; null: not known */
    count: number | null;
};

export type PollVoteData = {
    id: string;
    instance_id: string;
    /** In the form by which the network knows the person, whichever form was requested */
    phone: string | null;
    /** Only when it differs from phone: the requested form of the number */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only when it was sent in the panel: the member of the team who sent it */
    user_id?: string;
    body: string | null;
    /** The file; null also when a received one is over 100 MB */
    media: {
        /** For stored files a link valid 24 hours, which redirects to the file; otherwise the given address */
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
        /** Only for a live location: message.edited brings later positions */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** As written on the card if it has no network number */
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
    /** Buttons and list rows that the message offers, the first 60 */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The people mentioned, the first 100; mentions_count has how many */
    mentions?: Array<Mention>;
    /** Only with mentions: how many people are mentioned, listed or not */
    mentions_count?: number;
    /** Only when the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only when it may be seen once; where the network keeps the file from linked devices, media is null */
    view_once?: true;
    /** The message that it comments on */
    comment_on?: string;
    /** Seconds after which phones delete it */
    disappears_in?: number;
    /** Only when several cards came: all of them; contact is the first */
    contacts?: Array<{
        name: string | null;
        /** As written on the card if it has no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name of a content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more came in its chat within a minute; this one stands for them all */
    more_unsupported?: number;
    /** Only when it was forwarded */
    forwarded?: true;
    /** Only when phones mark it as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** Each person's current reaction, for the 50 who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: how many people have reacted, shown or not */
    reactions_count?: number;
    /** Only on polls: each option and how many chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only on polls: each person's current choice, for the 50 who voted last; fewer when the options are long (16 KB in all) */
    votes?: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only on polls: how many people have a choice, shown or not */
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
    /** Their current choice; empty when it was withdrawn */
    selected_options: Array<string>;
};

export type ReactionData = {
    id: string;
    instance_id: string;
    /** In the form by which the network knows the person, whichever form was requested */
    phone: string | null;
    /** Only when it differs from phone: the requested form of the number */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only when it was sent in the panel: the member of the team who sent it */
    user_id?: string;
    body: string | null;
    /** The file; null also when a received one is over 100 MB */
    media: {
        /** For stored files a link valid 24 hours, which redirects to the file; otherwise the given address */
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
        /** Only for a live location: message.edited brings later positions */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** As written on the card if it has no network number */
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
    /** Buttons and list rows that the message offers, the first 60 */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The people mentioned, the first 100; mentions_count has how many */
    mentions?: Array<Mention>;
    /** Only with mentions: how many people are mentioned, listed or not */
    mentions_count?: number;
    /** Only when the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only when it may be seen once; where the network keeps the file from linked devices, media is null */
    view_once?: true;
    /** The message that it comments on */
    comment_on?: string;
    /** Seconds after which phones delete it */
    disappears_in?: number;
    /** Only when several cards came: all of them; contact is the first */
    contacts?: Array<{
        name: string | null;
        /** As written on the card if it has no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name of a content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more came in its chat within a minute; this one stands for them all */
    more_unsupported?: number;
    /** Only when it was forwarded */
    forwarded?: true;
    /** Only when phones mark it as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** Each person's current reaction, for the 50 who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: how many people have reacted, shown or not */
    reactions_count?: number;
    /** Only on polls: each option and how many chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only on polls: each person's current choice, for the 50 who voted last; fewer when the options are long (16 KB in all) */
    votes?: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only on polls: how many people have a choice, shown or not */
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
    /** null when it was removed */
    emoji: string | null;
    /** ISO 8601 with offset */
    at: string;
};

export type GroupUpdateData = {
    instance_id: string;
    chat_id: string;
    /** joined, left: the instance itself; join, leave, promote, demote: participants */
    change: 'joined' | 'left' | 'join' | 'leave' | 'promote' | 'demote' | 'updated';
    participants?: Array<{
        /** The person's network id, not a phone */
        id: string;
        /** owner, admin or member; null: no longer in the group */
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
    /** The member of the team who has the chat; null: nobody */
    assigned_to: Assignee | null;
    /** The person in the panel who did it; null: an API key */
    user_id: string | null;
    /** The API key; null: a person in the panel */
    key_id: string | null;
    /** Who had it before; null: nobody */
    was_assigned_to: Assignee | null;
    /** ISO 8601 with offset */
    at: string;
};

export type Assignee = {
    id: string;
    /** null: they gave none, or have left the team */
    name: string | null;
};

export type ChatClosedData = {
    instance_id: string;
    chat_id: string;
    /** The member of the team who has the chat; null: nobody */
    assigned_to: Assignee | null;
    /** The person in the panel who did it; null: an API key */
    user_id: string | null;
    /** The API key; null: a person in the panel */
    key_id: string | null;
    /** ISO 8601 with offset */
    closed_at: string;
};

export type CallReceivedData = {
    id: string;
    instance_id: string;
    chat_id: string;
    /** International format, digits only; null when hidden */
    phone: string | null;
    /** Pass it as `from` to POST …/calls/reject */
    from?: string;
    is_video: boolean;
    /** ISO 8601 with offset */
    at: string;
    /** true when the instance declines calls */
    rejected: boolean;
};

export type CallRejectedData = {
    id: string;
    instance_id: string;
    chat_id: string;
    /** International format, digits only; null when hidden */
    phone: string | null;
    /** Pass it as `from` to POST …/calls/reject */
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
    /** International format, digits only; null when hidden */
    phone: string | null;
    /** ISO 8601 with offset */
    verified_at: string;
};

export type OtpFailedData = {
    id: string;
    instance_id: string;
    channel: 'link' | 'code';
    reference: string | null;
    /** International format, digits only; null when hidden */
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
    /** For one person's data; null: the whole account's */
    instance_id: string | null;
    /** How much is in the archive so far */
    progress: {
        /** Lines written so far */
        records: number;
        /** Pictures, documents and other files of messages copied so far */
        files: number;
    };
    /** Of the archive's files so far */
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
    /** For one person's data; null: the whole account's */
    instance_id: string | null;
    /** How much is in the archive so far */
    progress: {
        /** Lines written so far */
        records: number;
        /** Pictures, documents and other files of messages copied so far */
        files: number;
    };
    /** Of the archive's files so far */
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

/** The proxy of a number's connections; its url is never shown again */
export type InstanceProxy = {
    /** Host and port */
    host: string;
    /** The last 4 characters of the user name; null: there is none, or it is shorter than 8 characters */
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
    /** The earliest time; null while it is unknown */
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
    /** Today's limited actions beside messages; the limits protect the number */
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
        /** New people a day at the next stage; null at the last */
        next_limit: number | null;
        /** When it can start, if every day until then is active */
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
        /** Points lost; 0 is a warning */
        points: number;
    }>;
};

export type Links = {
    /** Absolute address of the next page; null on the last */
    next: string | null;
};

export type PageMeta = {
    current_page: number;
    per_page: number;
    last_page: number;
    total: number;
};

export type Error = {
    /** Plain words: what is wrong and what to do */
    message: string;
    /** Stable, for programs */
    code: 'bad_request' | 'unauthenticated' | 'key_not_allowed' | 'ip_not_allowed' | 'account_suspended' | 'plan_limit' | 'feature_not_included' | 'instance_not_found' | 'message_not_found' | 'chat_not_found' | 'group_not_found' | 'channel_not_found' | 'broadcast_not_found' | 'otp_not_found' | 'status_not_found' | 'not_found' | 'not_connected' | 'link_refused' | 'messenger_restricted' | 'new_chats_paused' | 'messenger_refused' | 'in_progress' | 'conflict' | 'validation_failed' | 'wrong_code' | 'no_attempts_left' | 'rate_limited' | 'limit_reached' | 'backlog_full' | 'file_budget_used' | 'busy' | 'server_error' | 'messenger_unavailable' | 'unavailable' | 'person_unknown';
    /** With validation_failed: field -> sentences */
    errors?: {
        [key: string]: Array<string>;
    };
    /** With wrong_code and no_attempts_left: attempts left */
    attempts_left?: number;
};

export type QrCode = {
    /** PNG as a data URI */
    qr: string;
    /** The raw text of the code */
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
    /** none: the network demands no passkey. sign: sign options and send the result. sent: the link completes by itself. */
    state: 'none' | 'sign' | 'sent';
    /** For PublicKeyCredential.parseRequestOptionsFromJSON() on the network's own web page */
    options: {
        [key: string]: unknown;
    } | null;
    /** If the phone shows a code, it is this one */
    code: string | null;
    /** ISO 8601 with offset; afterwards a new code must be scanned */
    expires_at: string | null;
};

export type NumberCheck = {
    /** In the form by which the network knows it, which may differ from the given one */
    phone: string;
    /** Whether the number is on the network */
    on_messenger: boolean;
    checks_left_today: number;
};

export type ProxyTest = {
    ok: boolean;
    /** How long the connection took; null if there was none */
    ms: number | null;
    /** What is wrong and what to do; null if nothing is */
    error: string | null;
    tests_left_today: number;
};

export type Profile = {
    name: string | null;
    about: string | null;
    /** The picture as shown; the link works 24 hours */
    picture_url: string | null;
};

export type Contact = {
    /** The id of the chat with them: the first one by which they were known */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    /** The saved name; null: they are not saved */
    name: string | null;
    /** The name that they show */
    contact_name: string | null;
    /** Whether they write from a business account */
    business: boolean;
    /** Whether the instance has blocked them */
    blocked: boolean;
    /** Their picture, as of the last time this single contact was read; the link works 24 hours. null: none is known */
    picture_url: string | null;
    /** When they wrote for the first time; null: never */
    wrote_first_at: string | null;
    /** When they last wrote; null: never */
    last_in_at: string | null;
    /** When they opted out of broadcasts; null: they did not */
    opted_out_at: string | null;
};

export type OffsetMeta = {
    limit: number;
    offset: number;
};

export type ImportedContacts = {
    /** Now saved under the given name */
    saved: number;
    /** Had this name before */
    unchanged: number;
    /** Keep the name that the phone's address book has */
    kept: number;
};

export type ContactImport = {
    id: string;
    instance_id: string;
    /** It begins within a minute, and goes on in the background */
    status: 'waiting' | 'running' | 'done' | 'failed';
    /** Why it failed. `limit_reached`: it has more new names than the instance can still import today; nothing was saved. `erased`: a person's data were erased while it went on; start it again without them */
    reason: 'limit_reached' | 'erased' | 'server_error' | null;
    /** The people to import */
    total: number;
    /** How many of them are handled so far */
    done: number;
    /** Now saved under the given name */
    saved: number;
    /** Had this name before */
    unchanged: number;
    /** Keep the name that the phone's address book has */
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
    /** It continues; repeat the request until the answer is 204 */
    state: 'erasing';
    /** Since when, ISO 8601 with offset */
    asked_at: string;
};

export type Export = {
    id: string;
    /** It begins within a minute, and goes on in the background */
    status: 'waiting' | 'running' | 'done' | 'failed';
    /** Why it failed. `erased`: a person's data were erased after it began, and its archive with them; start a new one */
    reason: 'erased' | 'too_large' | 'server_error' | null;
    /** For one person's data; null: the whole account's */
    instance_id: string | null;
    /** The person, as the request named them */
    contact: string | null;
    /** How much is in the archive so far */
    progress: {
        /** Lines written so far */
        records: number;
        /** Pictures, documents and other files of messages copied so far */
        files: number;
    };
    /** Of the archive's files so far */
    size_bytes: number;
    /** The archive: one file, or several for much data. Only in GET /v1/exports/{id}, once it is done */
    files: Array<ExportFile> | null;
    /** Until when the addresses of `files` work */
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
    /** Of the file, hexadecimal */
    sha256: string;
    /** Where it is fetched, without a key, until `url_expires_at` */
    url: string;
};

export type CursorMeta = {
    per_page: number;
    next_cursor: string | null;
};

export type Label = {
    id: number;
    name: string;
    /** 0–19: the place in the phone's palette */
    color: number;
    /** How many chats have it */
    count: number;
    /** Whether the phone has the same name and color; null: this number's phone has no labels */
    synced: boolean | null;
};

export type Chat = {
    /** The chat_id in messages and events */
    id: string;
    instance_id: string;
    type: 'person' | 'group' | 'channel';
    /** null for groups and channels, and while the number is hidden */
    phone: string | null;
    /** The saved or verified name, else the name that the person shows */
    name: string | null;
    /** The person wrote, and nobody has answered */
    waiting: boolean;
    unread_count: number;
    /** Ids of the chat's labels */
    labels: Array<number>;
    archived: boolean;
    pinned: boolean;
    /** A time, `forever`, or null when the chat is not muted */
    muted_until: string | null;
    /** Who currently answers; null: nobody has taken it */
    handled_by: 'ai' | 'menu' | 'team' | null;
    /** The member of the team who has it; null: nobody */
    assigned_to: Assignee | null;
    /** Set aside until then, or until somebody writes in it; null: it is not, or no longer */
    snoozed_until: string | null;
    /** When your team closed it. The next received message opens it again; null: it is open */
    closed_at: string | null;
    /** From either side; null: none is stored, or the chat was deleted */
    last_message: LastMessage | null;
    /** When the person last wrote; null for groups and channels */
    last_in_at: string | null;
    /** Until then a message to the person is a reply; null: it is over */
    reply_until: string | null;
    /** When the last message from either side was written or sent */
    updated_at: string | null;
};

export type LastMessage = {
    id: string;
    direction: 'in' | 'out';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    /** Its first 200 characters */
    body: string | null;
    /** Only when its type does not say what it is, or why there is nothing to show */
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
    /** The chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** Its creator: the phone's digits if known, else the private id; null: unknown */
    owner: string | null;
    created_at: string | null;
    /** The link works 24 hours; null: none is known */
    picture_url: string | null;
    size: number;
    /** null: the instance is not in it */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
};

export type GroupSettings = {
    /** Only admins can write */
    messages_admins_only: boolean;
    /** Only admins can change subject, description and picture */
    info_admins_only: boolean;
    /** Only admins can add people */
    add_admins_only: boolean;
    /** Admins approve people who join by the link */
    join_approval: boolean;
    /** Seconds until messages disappear; 0: they stay */
    disappearing_seconds: number;
};

export type CreatedGroup = {
    /** The chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** Its creator: the phone's digits if known, else the private id; null: unknown */
    owner: string | null;
    created_at: string | null;
    /** The link works 24 hours; null: none is known */
    picture_url: string | null;
    size: number;
    /** null: the instance is not in it */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
    participants: Array<GroupParticipant>;
    not_added: Array<NotAdded>;
    /** Advice for people: an invite link is safer for the number than adding members */
    hint: string | null;
};

export type GroupParticipant = {
    /** The network's id of the person, as the group names them */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    role: 'owner' | 'admin' | 'member';
};

export type NotAdded = {
    /** The network's id of the person */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    /** privacy: the person's own settings forbid it */
    reason: 'privacy' | 'not_on_messenger' | 'refused';
};

export type Group = {
    /** The chat_id in messages and events */
    id: string;
    subject: string;
    description: string | null;
    /** Its creator: the phone's digits if known, else the private id; null: unknown */
    owner: string | null;
    created_at: string | null;
    /** The link works 24 hours; null: none is known */
    picture_url: string | null;
    size: number;
    /** null: the instance is not in it */
    my_role: 'owner' | 'admin' | 'member' | null;
    settings: GroupSettings;
    participants: Array<GroupParticipant>;
};

export type GroupMemberResult = {
    /** The network's id of the person */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    /** already: nothing had to change. invited: a message with an invitation was accepted for them */
    result: 'added' | 'already' | 'invited' | 'refused' | 'not_found' | 'removed' | 'promoted' | 'demoted';
    /** daily_cap, quiet_hours, new_chats_paused: not tried, to protect the number. privacy: the person's settings forbid it. blocked: the person has blocked the number. */
    reason: 'daily_cap' | 'quiet_hours' | 'new_chats_paused' | 'privacy' | 'left_recently' | 'blocked' | 'group_full' | 'not_on_messenger' | 'not_a_member' | 'other' | null;
};

export type GroupInvite = {
    code: string;
    link: string;
};

export type GroupJoinRequested = {
    /** The group's admins decide */
    status: 'requested';
};

export type GroupRequest = {
    /** The network's id of the person, as the group names them */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    /** ISO 8601 with offset */
    requested_at: string | null;
};

export type GroupRequestResult = {
    /** The network's id of the person, as the group names them */
    id: string;
    /** Digits; null while the number is hidden */
    phone: string | null;
    /** not_found: this person is not (or no longer) asking. refused: the network refused */
    result: 'approved' | 'rejected' | 'not_found' | 'refused';
    /** Why it was refused, where the network says so: group_full */
    reason: string | null;
};

export type Channel = {
    /** The chat_id of its posts */
    id: string;
    name: string;
    description: string | null;
    invite_link: string | null;
    /** The link works 24 hours; null: none is known */
    picture_url: string | null;
    /** The instance's own role; null: it does not follow the channel */
    role: 'owner' | 'admin' | 'subscriber' | null;
    /** Verified by the network */
    verified: boolean;
    /** The network's count when it was last asked */
    subscribers: number;
};

export type ChannelPost = {
    /** For a post sent through the service, the id of its message (msg_…); otherwise the network's */
    id: string;
    /** null: a kind that is not shown */
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product' | null;
    /** The text, or the caption of a file */
    text: string | null;
    media: {
        /** The network's own link, which works for some days */
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
    /** Its file; the link works 24 hours */
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
    /** Number of recipients */
    recipients_count: number;
    /** ISO 8601 with offset */
    created_at: string;
    /** A day after it was posted; null: not posted yet */
    expires_at: string | null;
    /** How many of them have viewed it and share that they did */
    views: number;
};

export type Broadcast = {
    id: string;
    instance_id: string;
    name: string | null;
    status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
    /** Why it is paused; null: it is not */
    reason: {
        code: 'paused_by_you' | 'opt_outs' | 'failures' | 'messenger_warning' | 'messenger_restricted' | 'new_chats_paused' | 'safety_low' | 'not_connected' | 'daily_limit' | 'warm_up' | 'plan_limit';
        text: string;
    } | null;
    /** Each person is in exactly one of the counts; they add up to total */
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
        /** Share of the people who no longer wait, in per cent */
        percent: number;
        /** At today's pace; null: it is not running */
        expected_end_at: string | null;
        /** While it runs or is scheduled: why the waiting people wait; the counts add up to waiting. `turn`: one after the other; `night`: the number's night; `their_night`: far away; `another_broadcast`: they got one within a day; `start_at`. until: when the first of them may continue */
        waiting_for: Array<{
            reason: 'turn' | 'night' | 'their_night' | 'another_broadcast' | 'start_at';
            count: number;
            until: string | null;
        }>;
    };
    /** Who does not get it; sample names twenty of them */
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
            /** For invalid: the placeholder without a value */
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
    /** When it was completed or cancelled */
    completed_at: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** When a draft is deleted: 14 days after it was created or changed; null: it is not a draft */
    expires_at: string | null;
};

export type BroadcastRecipient = {
    /** null: the number is hidden */
    phone: string | null;
    name: string | null;
    status: 'waiting' | 'sent' | 'delivered' | 'read' | 'replied' | 'failed' | 'opted_out' | 'cancelled';
    /** Their message; null: none was started */
    message_id: string | null;
    error_code: string | null;
    /** When they reached this status, if known */
    at: string | null;
};

export type Otp = {
    id: string;
    instance_id: string;
    channel: 'link' | 'code';
    status: 'pending' | 'verified' | 'failed' | 'expired' | 'cancelled';
    reference: string | null;
    /** The number to confirm; for a completed link: who completed it, null when hidden */
    phone: string | null;
    /** How many attempts of `check` are left */
    attempts_left: number;
    /** For an open `link`, only to keys that may send; never for a `code` */
    code: string | null;
    /** Opens a chat with the code in it; shown like `code` */
    link: string | null;
    /** The same as a picture, a data URI; shown like `code` */
    qr: string | null;
    /** Why it failed */
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
    /** The last 4 characters of the key; null: none is set */
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
    /** For the instance's own day */
    usage_today: {
        replies: number;
        input_tokens: number;
        output_tokens: number;
    };
    state: 'off' | 'on' | 'error';
    /** For an error; null: the provider does not answer */
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
    /** Send it back in PUT to keep the file; null for a file by url */
    id: string | null;
    /** The given address, or a link that works 24 hours */
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
    /** Hours between two auto-replies to the same person, whatever they write */
    every_hours: number;
    language: string | null;
};

export type TriedAnswer = {
    /** null: nobody */
    answered_by: 'menu' | 'handover' | 'ai' | 'auto_reply' | 'away' | null;
    /** null: there is none, or only a call of the agent would show it */
    text: string | null;
    /** A sentence for people */
    why: string;
};

export type SavedReply = {
    id: string;
    /** Without the slash */
    shortcut: string;
    /** With its variables in braces; null: only a file */
    text: string | null;
    media: SavedReplyMedia | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** ISO 8601 with offset */
    updated_at: string;
};

export type SavedReplyMedia = {
    /** Send it back to keep the file; null for a file by url */
    id: string | null;
    /** The given address, or a link that works 24 hours */
    url: string;
    mimetype: string;
    filename: string | null;
    voice: boolean;
    size_bytes: number | null;
};

export type HistoryMessage = {
    id: string;
    instance_id: string;
    /** In the form by which the network knows the person, whichever form was requested */
    phone: string | null;
    /** Only when it differs from phone: the requested form of the number */
    to_asked?: string;
    chat_id: string | null;
    participant: string | null;
    contact_name: string | null;
    direction: 'in' | 'out';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact' | 'poll' | 'order' | 'product';
    origin: 'api' | 'auto' | 'ai' | 'panel' | 'phone' | 'otp' | 'broadcast' | 'contact';
    /** Only when it was sent in the panel: the member of the team who sent it */
    user_id?: string;
    body: string | null;
    /** The file; null also when a received one is over 100 MB */
    media: {
        /** For stored files a link valid 24 hours, which redirects to the file; otherwise the given address */
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
        /** Only for a live location: message.edited brings later positions */
        live?: true;
    } | null;
    contact: {
        name: string | null;
        /** As written on the card if it has no network number */
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
    /** Buttons and list rows that the message offers, the first 60 */
    actions?: Array<OfferedAction>;
    event?: SharedEvent;
    payment?: Payment;
    invite?: ReceivedInvite;
    referral?: Referral;
    /** The people mentioned, the first 100; mentions_count has how many */
    mentions?: Array<Mention>;
    /** Only with mentions: how many people are mentioned, listed or not */
    mentions_count?: number;
    /** Only when the whole group is mentioned */
    mentions_everyone?: true;
    quoted?: QuotedMessage;
    /** Only when it may be seen once; where the network keeps the file from linked devices, media is null */
    view_once?: true;
    /** The message that it comments on */
    comment_on?: string;
    /** Seconds after which phones delete it */
    disappears_in?: number;
    /** Only when several cards came: all of them; contact is the first */
    contacts?: Array<{
        name: string | null;
        /** As written on the card if it has no network number */
        phone: string | null;
        organization: string | null;
    }>;
    album?: Album;
    /** The network's name of a content that can't be shown as what it is */
    network_kind?: string;
    /** Only with unsupported: how many more came in its chat within a minute; this one stands for them all */
    more_unsupported?: number;
    /** Only when it was forwarded */
    forwarded?: true;
    /** Only when phones mark it as forwarded many times */
    frequently_forwarded?: true;
    reply_to: string | null;
    link_preview: boolean | null;
    /** Each person's current reaction, for the 50 who reacted last */
    reactions: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        by: string;
        emoji: string;
        at: string;
    }> | null;
    /** Only with reactions: how many people have reacted, shown or not */
    reactions_count?: number;
    /** Only on polls: each option and how many chose it */
    results?: Array<{
        option: string;
        votes: number;
    }>;
    /** Only on polls: each person's current choice, for the 50 who voted last; fewer when the options are long (16 KB in all) */
    votes?: Array<{
        /** The person's phone, or their private network id when the number is hidden */
        voter: string;
        options: Array<string>;
        at: string;
    }>;
    /** Only on polls: how many people have a choice, shown or not */
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
    /** `service`: stored when it was received or sent, also when it was typed on the phone; `phone`: imported from the phone's history after linking */
    source: 'service' | 'phone';
};

export type Note = {
    id: string;
    instance_id: string;
    chat_id: string;
    text: string;
    /** The person in the panel who wrote it; null: an API key did */
    author: NoteAuthor | null;
    /** The API key that wrote it; null: a person did */
    key_id: string | null;
    /** ISO 8601 with offset */
    created_at: string;
    /** When its text was last changed; null: never */
    edited_at: string | null;
};

export type NoteAuthor = {
    id: string;
    /** null: they gave none, or have left the team */
    name: string | null;
};

export type TeamMember = {
    /** For `assigned_to`; also the `user_id` of messages that they sent */
    id: string;
    name: string | null;
    /** A viewer answers nobody, so no chat can be assigned to them */
    role: 'viewer' | 'member' | 'admin';
};

export type Webhook = {
    url: string | null;
    /** The account's webhook only: the list is one per account */
    events?: Array<string>;
    auth_header: {
        name: string;
    } | null;
    paused: boolean;
    paused_reason: string | null;
    events_kept: number;
    /** Only when just created (whsec_…) */
    secret?: string;
    /** After a replacement: until when the replaced secret also signs; null when there was none */
    previous_valid_until?: string | null;
};

export type WebhookTest = {
    event_id: string;
};

export type WebhookTry = {
    /** Accepted: the other waiting events are now sent, in order */
    delivered: boolean;
    /** Status of the answer; null when none came */
    status_code: number | null;
    paused: boolean;
    events_kept: number;
};

export type WebhookDelivery = {
    event_id: string;
    type: 'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test';
    instance_id: string | null;
    status: 'pending' | 'failed' | 'delivered';
    /** Attempts made, of ten */
    tries: number;
    /** Status of the last attempt's answer; null when none came or none was made */
    status_code: number | null;
    /** How long the last attempt took until it was answered or given up, in milliseconds; null: unknown */
    ms: number | null;
    error: string | null;
    /** null: in its turn, when the webhook resumes, or never */
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
    /** Opens one connection, within 60 seconds */
    ticket: string;
    /** Where to connect, with the ticket; add types[], instance_id and after */
    url: string;
    /** ISO 8601 with offset */
    expires_at: string;
};

export type Activity = {
    id: string;
    /** The kind of change */
    action: 'account.created' | 'account.changed' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'invite.created' | 'invite.withdrawn' | 'account.suspended' | 'account.resumed' | 'account.deletion_asked' | 'account.deletion_undone' | 'plan.changed' | 'key.created' | 'key.revoked' | 'instance.created' | 'instance.changed' | 'instance.stopped' | 'instance.started' | 'instance.restarted' | 'instance.logged_out' | 'instance.pairing_code_made' | 'instance.passkey_given' | 'instance.profile_changed' | 'instance.deleted' | 'instance.warm_up_raised' | 'instance.warm_up_lowered' | 'instance.restricted' | 'instance.restriction_ended' | 'contact.changed' | 'contact.imported' | 'contact.blocked' | 'contact.unblocked' | 'contact.erased' | 'export.created' | 'group.created' | 'group.members_added' | 'group.members_removed' | 'group.members_promoted' | 'group.members_demoted' | 'group.changed' | 'group.invite_revoked' | 'group.joined' | 'group.left' | 'group.requests_approved' | 'group.requests_rejected' | 'chat.labels_changed' | 'label.created' | 'label.changed' | 'label.deleted' | 'channel.created' | 'channel.changed' | 'channel.deleted' | 'channel.followed' | 'channel.unfollowed' | 'status.deleted' | 'broadcast.created' | 'broadcast.changed' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.cancelled' | 'agent.changed' | 'menu.changed' | 'auto_reply.changed' | 'otp.cancelled' | 'otp.creation_paused' | 'agent.failed' | 'automation.loop_stopped' | 'message.changed' | 'message.deleted' | 'draft.released' | 'draft.discarded' | 'chat.changed' | 'chat.deleted' | 'note.created' | 'note.changed' | 'note.deleted' | 'saved_reply.created' | 'saved_reply.changed' | 'saved_reply.deleted' | 'webhook.changed' | 'webhook.secret_replaced' | 'webhook.tested' | 'webhook.tried' | 'webhook.event_resent' | 'webhook.paused' | 'webhook.resumed';
    /** Who did it: an API key, a person in the panel, the operator, or the service itself */
    by: 'key' | 'user' | 'operator' | 'service';
    /** The API key; null when there was none */
    key_id: string | null;
    /** The person in the panel; null when there was none */
    user_id: string | null;
    /** The address of the connection */
    source: string | null;
    /** The changed instance; null: the account */
    instance_id: string | null;
    /** The id of the changed message, broadcast, chat, group, event, OTP, key or label, if there is one */
    subject: string | null;
    /** Names of the changed fields; never their values */
    changed: Array<string>;
    /** ISO 8601 with offset */
    created_at: string;
};

export type InstancesListData = {
    query?: {
        /** Only instances with this reference of yours */
        external_ref?: string;
        page?: number;
    };
    url: '/v1/instances';
};

export type InstancesListResponses = {
    /** A page of 15; follow links.next until it is null */
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
    /** The instance, not linked yet */
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
    /** The instance as it is now */
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
    /** The instance as it is now; the change is on its way */
    202: {
        data: Instance;
    };
};

export type InstancesStopResponse = InstancesStopResponses[keyof InstancesStopResponses];

export type InstancesStartResponses = {
    /** The instance as it is now; the change is on its way */
    202: {
        data: Instance;
    };
};

export type InstancesStartResponse = InstancesStartResponses[keyof InstancesStartResponses];

export type InstancesRestartResponses = {
    /** The instance as it is now; the change is on its way */
    202: {
        data: Instance;
    };
};

export type InstancesRestartResponse = InstancesRestartResponses[keyof InstancesRestartResponses];

export type InstancesLogoutResponses = {
    /** The instance as it is now; the change is on its way */
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
    /** A code that can be typed until expires_at */
    200: {
        data: PairingCode;
    };
};

export type InstancesPairingCodeResponse = InstancesPairingCodeResponses[keyof InstancesPairingCodeResponses];

export type InstancesPasskeyResponses = {
    /** For numbers whose status_reason is passkey_required, if the gateway's operator has switched this on. Only a browser on the network's own web page can sign. */
    200: {
        data: PasskeyLink;
    };
};

export type InstancesPasskeyResponse = InstancesPasskeyResponses[keyof InstancesPasskeyResponses];

export type InstancesSignPasskeyData = {
    body: {
        /** The result of navigator.credentials.get(), by its toJSON() */
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
    /** How far the link is */
    200: {
        data: PasskeyLink;
    };
};

export type InstancesSignPasskeyResponse = InstancesSignPasskeyResponses[keyof InstancesSignPasskeyResponses];

export type InstancesCheckData = {
    body: {
        /** International format: country code and digits */
        phone: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/check';
};

export type InstancesCheckResponses = {
    /** The result, and how many numbers may still be looked up today */
    200: {
        data: NumberCheck;
    };
};

export type InstancesCheckResponse = InstancesCheckResponses[keyof InstancesCheckResponses];

export type InstancesTestProxyResponses = {
    /** Whether the network's host can be reached through the proxy */
    200: {
        data: ProxyTest;
    };
};

export type InstancesTestProxyResponse = InstancesTestProxyResponses[keyof InstancesTestProxyResponses];

export type InstancesRejectCallData = {
    body: {
        /** The `id` of a `call.received` event */
        call_id: string;
        /** The `from` of that call, or the caller's phone */
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
    /** Name, about text and picture; as last seen while not connected */
    200: {
        data: Profile;
    };
};

export type ProfileGetResponse = ProfileGetResponses[keyof ProfileGetResponses];

export type ProfileUpdateData = {
    body: {
        name?: string;
        about?: string;
        /** null removes it */
        picture?: {
            /** Public address of a JPEG or PNG. Use this or data. */
            url?: string | null;
            /** A JPEG or PNG as base64. Use this or url. */
            data?: string | null;
        } | null;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/profile';
};

export type ProfileUpdateResponses = {
    /** The profile as it is now */
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
        /** A part of a name, in any case and with or without accents, or digits of a phone */
        search?: string;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/contacts';
};

export type ContactsListResponses = {
    /** A page; follow links.next until it is null (a search may leave a page short), or raise offset by limit until one comes back empty */
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
        /** The name under which they are saved; null removes it */
        name: string | null;
    };
    path: {
        id: string;
        /** Their phone's digits, their private id (…@lid), or the id of the chat with them */
        contact: string;
    };
    url: '/v1/instances/{id}/contacts/{contact}';
};

export type ContactsChangeResponses = {
    /** The contact as it is now */
    200: {
        data: Contact;
    };
};

export type ContactsChangeResponse = ContactsChangeResponses[keyof ContactsChangeResponses];

export type ContactsImportData = {
    body: {
        /** All are checked before one is saved. Of two with the same phone the later counts */
        contacts: Array<{
            /** With its country code, as people and spreadsheets write it */
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
    /** What was done with each row; repeating the request changes nothing more */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
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
    /** It continues in steps: repeat the request until the answer is 204. Messages that wait for them are cancelled first; an opt-out from broadcasts is kept as a hash; phones are not touched */
    202: {
        data: Erasure;
    };
    /** Done: nothing is left */
    204: void;
};

export type ContactsEraseResponse = ContactsEraseResponses[keyof ContactsEraseResponses];

export type ContactsUnblockResponses = {
    /** No longer blocked */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first export. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/export';
};

export type ExportsCreateResponses = {
    /** A retry with the same Idempotency-Key: the first export as it is now */
    200: {
        data: Export;
    };
    /** It begins within a minute: read GET /v1/exports/{id} until its status is done or failed */
    202: {
        data: Export;
    };
};

export type ExportsCreateResponse = ExportsCreateResponses[keyof ExportsCreateResponses];

export type ExportsListData = {
    query?: {
        limit?: number;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/exports';
};

export type ExportsListResponses = {
    /** A page; follow links.next until it is null */
    200: {
        data: Array<Export>;
        links: Links;
        meta: CursorMeta;
    };
};

export type ExportsListResponse = ExportsListResponses[keyof ExportsListResponses];

export type ExportsGetResponses = {
    /** The export; its links are new in each answer */
    200: {
        data: Export;
    };
};

export type ExportsGetResponse = ExportsGetResponses[keyof ExportsGetResponses];

export type LabelsListResponses = {
    /** All labels, by their ids */
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
    /** Deleted; no chat shows it any more */
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
    /** The label as it is now */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/labels/{label}/chats';
};

export type LabelsChatsResponses = {
    /** A page of 50; follow links.next until it is null. Chats without a message are counted, not listed */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/groups';
};

export type GroupsListResponses = {
    /** A page, without participants; follow links.next until it is null, or raise offset by limit until one comes back empty */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/groups';
};

export type GroupsCreateResponses = {
    /** A retry with the same Idempotency-Key: the first group as it is now */
    200: {
        data: CreatedGroup;
    };
    /** The group; people who could not be added are in not_added, even if nobody could */
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
    /** The group as it is now */
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
    /** An outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
        /** Advice for people: an invite link is safer for the number than adding members */
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
    /** An outcome for each person, in the same order */
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
    /** An outcome for each person, in the same order */
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
    /** An outcome for each person, in the same order */
    200: {
        data: Array<GroupMemberResult>;
    };
};

export type GroupsDemoteMembersResponse = GroupsDemoteMembersResponses[keyof GroupsDemoteMembersResponses];

export type GroupsInviteResponses = {
    /** The invite that is valid now; only admins may see it */
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
        /** The link, or its code */
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
    /** Joined, or in it already: the group */
    200: {
        data: Group;
    };
    /** The group's admins are asked whether to let the number in */
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
    /** The open requests, 500 at most */
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
    /** Its own first, then by name; as last read */
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
        /** The link, or its code */
        invite: string;
    };
    url: '/v1/instances/{id}/channels/preview';
};

export type ChannelsPreviewResponses = {
    /** The channel as it is now */
    200: {
        data: Channel;
    };
};

export type ChannelsPreviewResponse = ChannelsPreviewResponses[keyof ChannelsPreviewResponses];

export type ChannelsDeleteResponses = {
    /** Deleted; its posts stay in the instance's messages */
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
    /** The channel as it is now */
    200: {
        data: Channel;
    };
};

export type ChannelsUpdateResponse = ChannelsUpdateResponses[keyof ChannelsUpdateResponses];

export type ChannelsUnfollowResponses = {
    /** The instance does not follow it */
    204: void;
};

export type ChannelsUnfollowResponse = ChannelsUnfollowResponses[keyof ChannelsUnfollowResponses];

export type ChannelsFollowResponses = {
    /** The instance follows it */
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
    /** Newest first; fewer than requested when they are long */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/statuses';
};

export type StatusesPostResponses = {
    /** A retry with the same Idempotency-Key: the first status as it is now */
    200: {
        data: Status;
    };
    /** Accepted: it is posted when no reply waits, or fails after 2 hours */
    202: {
        data: Status;
    };
};

export type StatusesPostResponse = StatusesPostResponses[keyof StatusesPostResponses];

export type StatusesDeleteResponses = {
    /** Deleted, in its last state; phones that are off remove it once they are on */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/broadcasts';
};

export type BroadcastsListResponses = {
    /** A page of 20; follow links.next until it is null */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/broadcasts';
};

export type BroadcastsCreateResponses = {
    /** A retry with the same Idempotency-Key: the first broadcast as it is now */
    200: {
        data: Broadcast;
    };
    /** Running, scheduled or a draft; left_out says who does not get it and why */
    201: {
        data: Broadcast;
    };
};

export type BroadcastsCreateResponse = BroadcastsCreateResponses[keyof BroadcastsCreateResponses];

export type BroadcastsCancelResponses = {
    /** Cancelled; at most the message on its way is still sent */
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
    /** The broadcast as it is now */
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
    /** Some of them, until a page comes back empty */
    200: {
        data: Array<BroadcastRecipient>;
        links: Links;
        meta: OffsetMeta;
    };
};

export type BroadcastsRecipientsResponse = BroadcastsRecipientsResponses[keyof BroadcastsRecipientsResponses];

export type BroadcastsStartResponses = {
    /** Running, or scheduled when its time is in the future */
    200: {
        data: Broadcast;
    };
};

export type BroadcastsStartResponse = BroadcastsStartResponses[keyof BroadcastsStartResponses];

export type BroadcastsPauseResponses = {
    /** Paused; at most the message on its way is still sent */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/otps';
};

export type OtpsCreateResponses = {
    /** A retry with the same Idempotency-Key: the first OTP as it is now */
    200: {
        data: Otp;
    };
    /** Created; without a connection it has already failed, see reason */
    201: {
        data: Otp;
    };
};

export type OtpsCreateResponse = OtpsCreateResponses[keyof OtpsCreateResponses];

export type OtpsDeleteResponses = {
    /** Cancelled: its code is no longer valid */
    204: void;
};

export type OtpsDeleteResponse = OtpsDeleteResponses[keyof OtpsDeleteResponses];

export type OtpsGetResponses = {
    /** The OTP; an open link with its code, to keys that may send */
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
    /** Correct: verified */
    200: {
        data: Otp;
    };
};

export type OtpsCheckResponse = OtpsCheckResponses[keyof OtpsCheckResponses];

export type OtpsResendResponses = {
    /** It is on its way; if it fails the OTP is unchanged */
    202: {
        data: Otp;
    };
};

export type OtpsResendResponse = OtpsResendResponses[keyof OtpsResendResponses];

export type AiAgentGetResponses = {
    /** The agent; off if it was never set */
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
    /** The agent as it is now; `state` follows within seconds */
    200: {
        data: Agent;
    };
};

export type AiAgentChangeResponse = AiAgentChangeResponses[keyof AiAgentChangeResponses];

export type MenuGetResponses = {
    /** The menu; empty and off if it was never set */
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
    /** The menu as it is now */
    200: {
        data: Menu;
    };
};

export type MenuReplaceResponse = MenuReplaceResponses[keyof MenuReplaceResponses];

export type AutoReplyGetResponses = {
    /** The auto-reply; off if it was never set */
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
    /** The auto-reply as it is now */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/saved-replies';
};

export type SavedRepliesListResponses = {
    /** A page; follow links.next until it is null */
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
    /** Deleted; messages that were sent with its file keep it */
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
    /** The saved reply as it is now */
    200: {
        data: SavedReply;
    };
};

export type SavedRepliesUpdateResponse = SavedRepliesUpdateResponses[keyof SavedRepliesUpdateResponses];

export type MessagesListData = {
    query?: {
        instance_id?: string;
        /** The chat with this person; a group's messages are under its chat_id, for every author */
        phone?: string;
        direction?: 'in' | 'out';
        limit?: number;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/messages';
};

export type MessagesListResponses = {
    /** A page; follow links.next until it is null (filters may leave a page short) */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/messages';
};

export type MessagesSendResponses = {
    /** A retry with the same Idempotency-Key: the first message as it is now */
    200: {
        data: Message;
    };
    /** Accepted: queued, or scheduled with send_at */
    202: {
        data: Message;
    };
};

export type MessagesSendResponse = MessagesSendResponses[keyof MessagesSendResponses];

export type MessagesDeleteResponses = {
    /** Was queued: failed, cancelled */
    200: {
        data: Message;
    };
    /** Was sent, or written by another member of a group: deleted for everyone; message.deleted follows */
    202: {
        data: Message;
    };
    /** Was scheduled: removed */
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
    /** The message as it will be sent */
    200: {
        data: Message;
    };
    /** Already sent: the text is changed on the network; message.edited follows */
    202: {
        data: Message;
    };
};

export type MessagesChangeResponse = MessagesChangeResponses[keyof MessagesChangeResponses];

export type MessagesUnreactResponses = {
    /** On its way; message.reaction follows */
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
    /** On its way; message.reaction follows */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first message. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/messages/{id}/forward';
};

export type MessagesForwardResponses = {
    /** A retry with the same Idempotency-Key: the first message as it is now */
    200: {
        data: Message;
    };
    /** Accepted: a new message with the same content */
    202: {
        data: Message;
    };
};

export type MessagesForwardResponse = MessagesForwardResponses[keyof MessagesForwardResponses];

export type ChatsListData = {
    query?: {
        instance_id?: string;
        /** 1: only chats whose person waits for an answer; 0: only the others */
        waiting?: boolean;
        /** Only chats with this label. Labels belong to an instance: also give instance_id */
        label_id?: number;
        /** Only chats of this member of the team; none: nobody's; in the panel also me: one's own */
        assigned_to?: string;
        /** 1: only chats that your team closed; 0: only the open ones */
        closed?: boolean;
        /** 1: only chats that your team set aside until later; 0: only the others */
        snoozed?: boolean;
        /** A part of a name, in any case and with or without accents, or digits of a phone */
        search?: string;
        page?: number;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/chats';
};

export type ChatsListResponses = {
    /** A page of 50; follow links.next until it is null. While chats move, one may be on two pages, and a page may be shorter */
    200: {
        data: Array<Chat>;
        links: Links;
        meta: OpenPageMeta;
    };
};

export type ChatsListResponse = ChatsListResponses[keyof ChatsListResponses];

export type ChatsDeleteResponses = {
    /** Deleted; its messages stay in GET /v1/messages as long as any others */
    204: void;
};

export type ChatsDeleteResponse = ChatsDeleteResponses[keyof ChatsDeleteResponses];

export type ChatsGetResponses = {
    /** The chat; a deleted one has no last message */
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
    /** The chat as it is now. If a part fails the error says what was changed */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/history';
};

export type ChatsHistoryResponses = {
    /** A page; follow links.next until it is null, or raise offset by limit until one comes back empty */
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
    /** Shown; it fades after about ten seconds */
    204: void;
};

export type ChatsTypingResponse = ChatsTypingResponses[keyof ChatsTypingResponses];

export type ChatsSetLabelsData = {
    body: {
        /** All labels that the chat should have */
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
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/instances/{id}/chats/{chat}/notes';
};

export type NotesListResponses = {
    /** A page; follow links.next until it is null. Notes are kept for 30 days unless the account keeps them for less, and go with a deleted chat */
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
        /** Any unique text, case counts. Kept 30 days: a retry gets the first note. */
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
    /** A retry with the same Idempotency-Key: the first note as it is now */
    200: {
        data: Note;
    };
    /** The note; nobody but your team sees it */
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
    /** The note as it is now */
    200: {
        data: Note;
    };
};

export type NotesUpdateResponse = NotesUpdateResponses[keyof NotesUpdateResponses];

export type MembersListResponses = {
    /** All of them, in the order in which they joined */
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
    /** The webhook as it is now; `secret` only when just created */
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
    /** The webhook as it is now; `secret` only when just created */
    200: {
        data: Webhook;
    };
};

export type InstanceWebhookUpdateResponse = InstanceWebhookUpdateResponses[keyof InstanceWebhookUpdateResponses];

export type WebhookRotateSecretData = {
    headers?: {
        /** Any unique text, case counts. Kept 30 days: a retry answers without the secret. */
        'Idempotency-Key'?: string;
    };
    url: '/v1/webhook/secret';
};

export type WebhookRotateSecretResponses = {
    /** The webhook with its new `secret`; a retry with the same Idempotency-Key has none */
    200: {
        data: Webhook;
    };
};

export type WebhookRotateSecretResponse = WebhookRotateSecretResponses[keyof WebhookRotateSecretResponses];

export type InstanceWebhookRotateSecretData = {
    headers?: {
        /** Any unique text, case counts. Kept 30 days: a retry answers without the secret. */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    url: '/v1/instances/{id}/webhook/secret';
};

export type InstanceWebhookRotateSecretResponses = {
    /** The webhook with its new `secret`; a retry with the same Idempotency-Key has none */
    200: {
        data: Webhook;
    };
};

export type InstanceWebhookRotateSecretResponse = InstanceWebhookRotateSecretResponses[keyof InstanceWebhookRotateSecretResponses];

export type WebhookTestResponses = {
    /** The test event, which is on its way */
    202: {
        data: WebhookTest;
    };
};

export type WebhookTestResponse = WebhookTestResponses[keyof WebhookTestResponses];

export type InstanceWebhookTestResponses = {
    /** The test event, which is on its way */
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
        /** This instance's own webhook instead of the account's */
        instance_id?: string;
        limit?: number;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/webhook/deliveries';
};

export type WebhookDeliveriesResponses = {
    /** A page; follow links.next until it is null */
    200: {
        data: Array<WebhookDelivery>;
        links: Links;
        meta: CursorMeta;
    };
};

export type WebhookDeliveriesResponse = WebhookDeliveriesResponses[keyof WebhookDeliveriesResponses];

export type WebhookResendResponses = {
    /** It is on its way */
    202: {
        data: {
            event_id: string;
        };
    };
};

export type WebhookResendResponse = WebhookResendResponses[keyof WebhookResendResponses];

export type EventsListData = {
    query?: {
        /** The last event you have; leave it out to start from the oldest */
        after?: string;
        limit?: number;
        types?: Array<'message.received' | 'message.sent_from_phone' | 'message.status' | 'message.edited' | 'message.deleted' | 'message.poll_vote' | 'message.reaction' | 'group.message' | 'group.update' | 'chat.assigned' | 'chat.closed' | 'call.received' | 'call.rejected' | 'instance.status' | 'otp.completed' | 'otp.failed' | 'broadcast.paused' | 'broadcast.completed' | 'export.completed' | 'export.failed' | 'webhook.test'>;
        instance_id?: string;
    };
    url: '/v1/events';
};

export type EventsListResponses = {
    /** Events after `after`; pass `next_after` as `after` next time */
    200: {
        data: Array<Event>;
        next_after: string | null;
        has_more: boolean;
    };
};

export type EventsListResponse = EventsListResponses[keyof EventsListResponses];

export type EventsCreateStreamTicketResponses = {
    /** The ticket: for one connection, within 60 seconds, with the key's rights */
    201: {
        data: StreamTicket;
    };
};

export type EventsCreateStreamTicketResponse = EventsCreateStreamTicketResponses[keyof EventsCreateStreamTicketResponses];

export type ActivityListData = {
    query?: {
        action?: 'account.created' | 'account.changed' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'invite.created' | 'invite.withdrawn' | 'account.suspended' | 'account.resumed' | 'account.deletion_asked' | 'account.deletion_undone' | 'plan.changed' | 'key.created' | 'key.revoked' | 'instance.created' | 'instance.changed' | 'instance.stopped' | 'instance.started' | 'instance.restarted' | 'instance.logged_out' | 'instance.pairing_code_made' | 'instance.passkey_given' | 'instance.profile_changed' | 'instance.deleted' | 'instance.warm_up_raised' | 'instance.warm_up_lowered' | 'instance.restricted' | 'instance.restriction_ended' | 'contact.changed' | 'contact.imported' | 'contact.blocked' | 'contact.unblocked' | 'contact.erased' | 'export.created' | 'group.created' | 'group.members_added' | 'group.members_removed' | 'group.members_promoted' | 'group.members_demoted' | 'group.changed' | 'group.invite_revoked' | 'group.joined' | 'group.left' | 'group.requests_approved' | 'group.requests_rejected' | 'chat.labels_changed' | 'label.created' | 'label.changed' | 'label.deleted' | 'channel.created' | 'channel.changed' | 'channel.deleted' | 'channel.followed' | 'channel.unfollowed' | 'status.deleted' | 'broadcast.created' | 'broadcast.changed' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.cancelled' | 'agent.changed' | 'menu.changed' | 'auto_reply.changed' | 'otp.cancelled' | 'otp.creation_paused' | 'agent.failed' | 'automation.loop_stopped' | 'message.changed' | 'message.deleted' | 'draft.released' | 'draft.discarded' | 'chat.changed' | 'chat.deleted' | 'note.created' | 'note.changed' | 'note.deleted' | 'saved_reply.created' | 'saved_reply.changed' | 'saved_reply.deleted' | 'webhook.changed' | 'webhook.secret_replaced' | 'webhook.tested' | 'webhook.tried' | 'webhook.event_resent' | 'webhook.paused' | 'webhook.resumed';
        /** Only changes of this instance */
        instance_id?: string;
        /** Only changes by this API key */
        key_id?: string;
        limit?: number;
        /** Pass the cursor of links.next unchanged, with the same filters. */
        cursor?: string;
    };
    url: '/v1/activity';
};

export type ActivityListResponses = {
    /** A page; follow links.next until it is null (filters may leave a page short). Kept 30 days */
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
