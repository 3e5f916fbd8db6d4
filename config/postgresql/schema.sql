-- applied: contenttypes.0001_initial
-- applied: contenttypes.0002_remove_content_type_name
-- applied: auth.0001_initial
-- applied: auth.0002_alter_permission_name_max_length
-- applied: auth.0003_alter_user_email_max_length
-- applied: auth.0004_alter_user_username_opts
-- applied: auth.0005_alter_user_last_login_null
-- applied: auth.0006_require_contenttypes_0002
-- applied: auth.0007_alter_validators_add_error_messages
-- applied: auth.0008_alter_user_username_max_length
-- applied: auth.0009_alter_user_last_name_max_length
-- applied: auth.0010_alter_group_name_max_length
-- applied: auth.0011_update_proxy_permissions
-- applied: auth.0012_alter_user_first_name_max_length
-- applied: people.0001_initial
-- applied: admin.0001_initial
-- applied: admin.0002_logentry_remove_auto_add
-- applied: admin.0003_logentry_add_action_flag_choices
-- applied: dispatch.0001_commands_facts_streams
-- applied: dispatch.0002_laws
-- applied: dispatch.0003_readers
-- applied: dispatch.0004_packs
-- applied: dispatch.0005_squeezed_packs
-- applied: ledger.0001_initial
-- applied: ledger.0002_law
-- applied: ledger.0003_floor
-- applied: ledger.0004_look_ups
-- applied: ledger.0005_wallets_at_once
-- applied: ledger.0006_no_tickets
-- applied: ledger.0007_owed
-- applied: ledger.0008_by_moment
-- applied: ledger.0009_table_escrow
-- applied: ledger.0010_set_aside
-- applied: ledger.0011_paid_ahead
-- applied: people.0002_names_without_accents
-- applied: tournaments.0001_initial
-- applied: tournaments.0002_floor_counts
-- applied: tournaments.0003_surrender_alternates_chips
-- applied: tournaments.0004_clock_before
-- applied: tournaments.0005_screens
-- applied: tournaments.0006_time_chip_redraws_undone
-- applied: tournaments.0007_venue_logo
-- applied: people.0003_user_name
-- applied: people.0004_email_code
-- applied: tournaments.0008_fewer_indexes
-- applied: tournaments.0009_no_tickets
-- applied: tournaments.0010_pix
-- applied: tournaments.0011_counted_index
-- applied: tournaments.0012_disqualification_lifted
-- applied: tournaments.0013_entries_by_time_address
-- applied: tournaments.0014_excluded_prizes
-- applied: tournaments.0015_takers
-- applied: tournaments.0016_takers_law
-- applied: tournaments.0017_play_money
-- applied: people.0005_token_expiry_and_use
-- applied: people.0006_player_simulated
-- applied: people.0007_second_factor
-- applied: people.0008_exclusion_identity
-- applied: tournaments.0018_order
-- applied: sessions.0001_initial
-- applied: people.0009_sessions_and_pins
-- applied: tournaments.0019_debts
-- applied: tournaments.0020_prize_unit
-- applied: tournaments.0021_registration_paid_at
-- applied: tournaments.0022_tax_id
-- applied: tournaments.0023_first_table_number
-- applied: tournaments.0024_receipt_numbers
-- applied: people.0010_token_scopes
-- applied: people.0011_privacy
-- applied: people.0012_mail_off
-- applied: tournaments.0025_notices
-- applied: tournaments.0026_price_periods
-- applied: tournaments.0027_notice_kinds
-- applied: tournaments.0028_house_colours
-- applied: tournaments.0029_screen_roles
-- applied: tournaments.0030_house_templates
-- applied: tournaments.0031_announced_revisions
-- applied: tournaments.0032_sponsors
-- applied: tournaments.0033_screen_sponsors
-- applied: tournaments.0034_screen_voice
-- applied: tournaments.0035_complaint_notices
-- applied: tournaments.0036_cash_tables
-- applied: people.0013_mail_kinds
-- applied: people.0014_exclusion_made_at
-- applied: people.0015_public_page
-- applied: people.0016_complaint_mails
-- applied: people.0017_integrity_role
-- applied: people.0018_file_changes
-- applied: people.0019_session_notices
-- applied: tournaments.0037_session_notices
-- applied: tournaments.0038_hand_for_hand_counted
-- applied: tournaments.0039_untold_field
-- applied: tournaments.0040_timed_tournaments
-- applied: tournaments.0041_phone_money
-- applied: people.0020_more_limits
-- applied: people.0021_money_notices
-- applied: payouts.0001_initial
-- applied: payouts.0002_initial
-- applied: payouts.0003_money_of_places
-- applied: payouts.0004_finish_undone
-- applied: payouts.0005_award_reason
-- applied: payouts.0006_repayments
-- applied: payouts.0007_deal_votes_without_names
-- applied: payouts.0008_deal_of_extra_places
-- applied: payouts.0009_pay_ins_and_withdrawals
-- applied: payouts.0010_unclaimed_money
-- applied: people.0022_invited_at
-- applied: people.0023_document_of_practice
-- applied: people.0024_practice_has_no_account
-- applied: tournaments.0042_paid_ahead_stays
-- applied: play.0001_tables_hands_acts
-- applied: play.0002_two_decks_words
-- applied: play.0003_tournament_tables
-- applied: play.0004_void_and_hold
-- applied: play.0005_time_to_decide
-- applied: play.0006_hands_of_players
-- applied: play.0007_complaints
-- applied: play.0008_cash_tables
-- applied: play.0009_held_with_clocks
-- applied: play.0010_waiting_list
-- applied: play.0011_hands_by_end
-- applied: play.0012_hand_openings
-- applied: play.0013_games
-- applied: play.0014_free_absent_seats
-- applied: play.0015_complaint_about
-- applied: play.0016_antes
-- applied: play.0017_lost_lines
-- applied: play.0018_integrity_cases
-- applied: play.0019_sessions
-- applied: play.0020_onlookers
-- applied: play.0021_lag
-- applied: play.0022_origins
-- applied: play.0023_packed_acts
-- applied: play.0024_words_as_bytes
-- applied: play.0025_packed_parts
-- applied: play.0026_counted_days
-- applied: play.0027_who_rests
-- applied: play.0028_sitting_absent
-- applied: play.0029_two_play_and_cap
-- applied: play.0030_table_stops
-- applied: play.0031_look_at_who_waits
-- applied: tournaments.0043_practice_money
-- applied: tournaments.0044_elimination_at_table
-- applied: tables.0001_initial
-- applied: tables.0002_initial
-- applied: tables.0003_small_blind_spot
-- applied: tables.0004_table_order
-- applied: tables.0005_penalty_rounds
-- applied: tables.0006_fewer_indexes
-- applied: tables.0007_rulings_about
-- applied: tables.0008_numbers_in_room
-- applied: tables.0009_hands_sat_out
-- applied: tables.0010_positions_at
-- applied: tables.0011_move_from_table
-- applied: tournaments.0045_chips_brought

SET LOCAL check_function_bodies = false;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

CREATE FUNCTION public.dispatch_forbidden() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'dispatch: % of % is forbidden', lower(TG_OP), TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.dispatch_no_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF current_database() NOT LIKE 'test\_%' THEN
        RAISE EXCEPTION 'dispatch: truncate of % is forbidden', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.dispatch_pack_takes_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    wanted bigint := NEW.last_seq - NEW.first_seq + 1;
    commands_wanted bigint := json_array_length(NEW.commands::json);
    found record;
    commands_found bigint;
BEGIN
    IF NEW.first_seq <> 1 + coalesce(
        (SELECT p.last_seq FROM dispatch_pack p WHERE p.stream = NEW.stream AND p.id <> NEW.id
         ORDER BY p.first_seq DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'dispatch: a pack of % does not begin behind the one before', NEW.stream USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT (e ->> 0)::bigint AS seq, (e ->> 1)::bigint AS id, NEW.ids[(e ->> 2)::int] AS command_id, e ->> 3 AS kind,
            (e ->> 4)::bigint AS at, e ->> 5 AS audience, (e -> 6)::jsonb AS body
        FROM json_array_elements(NEW.facts::json) e
    ), gone AS (
        DELETE FROM dispatch_fact f USING packed k
        WHERE f.id = k.id AND f.stream = NEW.stream AND f.seq = k.seq AND f.seq BETWEEN NEW.first_seq AND NEW.last_seq
            AND f.command_id = k.command_id AND f.kind = k.kind AND f.audience = k.audience AND f.body = k.body
            AND (extract(epoch FROM f.at) * 1000000)::bigint = k.at
        RETURNING f.seq, f.at, f.hash
    )
    SELECT count(*) AS facts, min(at) AS first_at, max(at) AS last_at,
        (array_agg(hash) FILTER (WHERE seq = NEW.last_seq))[1] AS hash,
        (SELECT count(*) FROM packed) AS told
    INTO found FROM gone;
    IF (found.facts, found.told, found.first_at, found.last_at, found.hash)
        IS DISTINCT FROM (wanted, wanted, NEW.first_at, NEW.last_at, NEW.hash) THEN
        RAISE EXCEPTION 'dispatch: a pack of % is not what its rows are', NEW.stream USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT NEW.ids[(e ->> 0)::int] AS id, e ->> 1 AS name, (e ->> 2)::bigint AS user_id, (e ->> 3)::bigint AS device_id,
            e ->> 4 AS label, (e ->> 5)::bigint AS at, (e ->> 6)::int AS facts, (e -> 7)::jsonb AS outcome
        FROM json_array_elements(NEW.commands::json) e
    ), gone AS (
        DELETE FROM dispatch_command c USING packed k
        WHERE c.id = k.id AND c.name = k.name AND c.state = 'done' AND c.facts = k.facts AND c.outcome = k.outcome AND c.label = k.label
            AND c.user_id IS NOT DISTINCT FROM k.user_id AND c.device_id IS NOT DISTINCT FROM k.device_id
            AND (extract(epoch FROM c.at) * 1000000)::bigint = k.at
        RETURNING c.id
    )
    SELECT count(*) INTO commands_found FROM gone;
    IF commands_found <> commands_wanted THEN
        RAISE EXCEPTION 'dispatch: the commands in a pack of % are not what their rows are', NEW.stream
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.squeezed IS NOT NULL THEN
        IF NEW.digest IS DISTINCT FROM sha256(convert_to(NEW.facts || chr(31) || NEW.commands, 'UTF8')) THEN
            RAISE EXCEPTION 'dispatch: the digest of a pack of % is not that of its text', NEW.stream USING ERRCODE = 'restrict_violation';
        END IF;
        NEW.facts := '';
        NEW.commands := '';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ledger_refuse_emptying() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF current_database() NOT LIKE 'test\_%' THEN
        RAISE EXCEPTION 'truncate of % is against the law of the ledger', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_is_for_ever';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ledger_refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% of % is against the law of the ledger: correct with a new transfer',
        lower(TG_OP), TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_is_for_ever';
END $$;

CREATE FUNCTION public.ledger_transfer_posted() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_memoize TO 'off'
    AS $$
DECLARE
    touched bigint[];
    moved bigint[];
    summed bigint[];
    account bigint;
    balance numeric;
BEGIN
    IF EXISTS (
        SELECT FROM posted p
        CROSS JOIN LATERAL (SELECT * FROM ledger_transfer t WHERE t.id = p.reverses_id OFFSET 0) o
        WHERE p.reverses_id IS NOT NULL AND (p.debit_account_id, p.credit_account_id, p.amount_cents, p.unit)
            IS DISTINCT FROM (o.credit_account_id, o.debit_account_id, o.amount_cents, o.unit)
    ) THEN
        RAISE EXCEPTION 'a reversal swaps the accounts of what it reverses, for the same amount'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_reverses_whole';
    END IF;

    -- The money table of a tournament is exact because each transfer belongs to one tournament at most.
    IF EXISTS (
        SELECT FROM posted p
        CROSS JOIN LATERAL (SELECT tournament_id FROM ledger_account a WHERE a.id = p.debit_account_id OFFSET 0) d
        CROSS JOIN LATERAL (SELECT tournament_id FROM ledger_account a WHERE a.id = p.credit_account_id OFFSET 0) c
        WHERE coalesce(d.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
           OR coalesce(c.tournament_id, p.tournament_id) IS DISTINCT FROM p.tournament_id
    ) THEN
        RAISE EXCEPTION 'a transfer touches the accounts of one tournament and is booked to it'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transfer_one_tournament';
    END IF;

    -- What this statement uses up, locked in one order: wallets that change, and pools and funds that shrink.
    SELECT array_agg(l.id), array_agg(l.cents), array_agg(l.id) FILTER (WHERE NOT l.keeps_balance)
    INTO touched, moved, summed
    FROM (
        SELECT d.account_id AS id, a.keeps_balance, d.cents::bigint AS cents
        FROM (
            SELECT account_id, sum(cents) AS cents
            FROM (
                SELECT credit_account_id AS account_id, amount_cents AS cents FROM posted
                UNION ALL
                SELECT debit_account_id, -amount_cents FROM posted
            ) side
            GROUP BY account_id
            HAVING sum(cents) <> 0
            ORDER BY account_id
        ) d
        CROSS JOIN LATERAL (
            SELECT o.keeps_balance FROM ledger_account o
            WHERE o.id = d.account_id AND (o.keeps_balance OR (d.cents < 0 AND NOT o.may_overdraw))
            FOR NO KEY UPDATE
        ) a
    ) l;

    IF touched IS NULL THEN
        RETURN NULL;
    END IF;

    UPDATE ledger_account a SET balance_cents = a.balance_cents + w.cents
    FROM (
        SELECT o.place, d.cents
        FROM unnest(touched, moved) AS d (id, cents)
        CROSS JOIN LATERAL (
            SELECT l.ctid AS place FROM ledger_account l WHERE l.id = d.id AND l.keeps_balance OFFSET 0
        ) o
    ) w
    WHERE a.ctid = w.place;

    -- All that lowers such an account comes through here, under its lock, and lowers the floor as well; what raises
    -- it leaves the floor alone. So the floor never passes the balance, and is raised to it when it would not do.
    FOREACH account IN ARRAY coalesce(summed, '{}') LOOP
        SELECT a.floor_cents + moved[array_position(touched, account)] INTO balance
        FROM ledger_account a WHERE a.id = account;
        IF balance IS NULL OR balance < 0 THEN
            SELECT coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = account), 0)
                 - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = account), 0)
            INTO balance;
        END IF;
        IF balance < 0 THEN
            RAISE EXCEPTION 'account % would be overdrawn by %', account, -balance
                USING ERRCODE = 'check_violation', TABLE = 'ledger_account',
                      CONSTRAINT = 'ledger_account_not_overdrawn';
        END IF;
        UPDATE ledger_account SET floor_cents = balance WHERE id = account;
    END LOOP;
    RETURN NULL;
END $$;

CREATE FUNCTION public.people_plain(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.unaccent('public.unaccent'::regdictionary, lower(name));

CREATE FUNCTION public.play_act_is_for_ever() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'play: % of an act is forbidden', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.play_packed_acts_are_for_ever() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'play: % of packed acts is forbidden', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.play_packed_acts_take_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    told bigint;
    found bigint;
    played bigint;
BEGIN
    IF NEW.first_number <> 1 + coalesce((SELECT p.last_number FROM play_packedacts p
        WHERE p.table_id = NEW.table_id AND p.id <> NEW.id ORDER BY p.first_number DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'play: packed acts of table % do not begin behind those before', NEW.table_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT count(*) INTO played FROM play_handact a JOIN play_dealthand h ON h.id = a.hand_id
    WHERE h.table_id = NEW.table_id AND h.number BETWEEN NEW.first_number AND NEW.last_number;
    WITH packed AS (
        SELECT h.id AS hand_id, (e ->> 1)::bigint AS turn, (e ->> 2)::smallint AS seat, e ->> 3 AS street, e ->> 4 AS act,
            (e ->> 5)::bigint AS to_chips, (e ->> 6)::boolean AS all_in, (e ->> 7)::int AS took_ms, e ->> 8 AS manner
        FROM json_array_elements(NEW.acts::json) e
        JOIN play_dealthand h ON h.table_id = NEW.table_id AND h.number = (e ->> 0)::int
        WHERE h.number BETWEEN NEW.first_number AND NEW.last_number AND h.closed_at IS NOT NULL
    ), gone AS (
        DELETE FROM play_handact a USING packed k
        WHERE a.hand_id = k.hand_id AND a.turn = k.turn AND a.seat = k.seat AND a.street = k.street AND a.act = k.act
            AND a.to_chips = k.to_chips AND a.all_in = k.all_in AND a.took_ms = k.took_ms AND a.manner = k.manner
        RETURNING a.id
    )
    SELECT count(*), json_array_length(NEW.acts::json) INTO found, told FROM gone;
    IF found <> told OR found <> played THEN
        RAISE EXCEPTION 'play: packed acts of table % are not what their rows are', NEW.table_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.play_packed_parts_are_for_ever() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'play: % of packed parts is forbidden', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.play_packed_parts_take_rows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    told bigint;
    found bigint;
BEGIN
    IF NEW.first_id <= coalesce((SELECT p.last_id FROM play_packedparts p
        WHERE p.player_id = NEW.player_id AND p.id <> NEW.id ORDER BY p.last_id DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'play: packed parts of player % do not begin behind those before', NEW.player_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    WITH packed AS (
        SELECT (e ->> 0)::bigint AS id, (e ->> 1)::bigint AS table_id, (e ->> 2)::bigint AS hand_id, (e ->> 3)::bigint AS sitting_id,
            (e ->> 4)::smallint AS seat, (e ->> 5)::bigint AS staked_chips, (e ->> 6)::bigint AS won_chips
        FROM json_array_elements(NEW.parts::json) e
    ), gone AS (
        DELETE FROM play_handofplayer p USING packed k
        WHERE p.id = k.id AND p.player_id = NEW.player_id AND p.table_id = k.table_id AND p.hand_id = k.hand_id
            AND p.sitting_id IS NOT DISTINCT FROM k.sitting_id AND p.seat = k.seat
            AND p.staked_chips = k.staked_chips AND p.won_chips = k.won_chips
            AND p.id BETWEEN NEW.first_id AND NEW.last_id AND p.table_id = ANY(NEW.tables)
        RETURNING p.hand_id
    )
    SELECT count(*) FILTER (WHERE h.closed_at BETWEEN NEW.first_at AND NEW.last_at), json_array_length(NEW.parts::json)
    INTO found, told FROM gone JOIN play_dealthand h ON h.id = gone.hand_id;
    IF found <> told OR EXISTS (
        SELECT FROM play_handofplayer p WHERE p.player_id = NEW.player_id AND p.id <= NEW.last_id
    ) THEN
        RAISE EXCEPTION 'play: packed parts of player % are not what the rows are', NEW.player_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.tournaments_paid_ahead_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
    ahead bigint;
    waiting jsonb;
BEGIN
    SELECT sum(t.amount_cents), jsonb_agg(r.id ORDER BY r.id) INTO ahead, waiting
    FROM ledger_transfer t
    CROSS JOIN LATERAL (
        SELECT o.id FROM tournaments_registration o
        WHERE o.id = split_part(t.reference, ':', 2)::bigint AND o.state = 'pending' AND o.paid_at IS NOT NULL
        OFFSET 0
    ) r
    WHERE t.credit_account_id = NEW.id AND t.reference LIKE 'registration:%' AND t.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.reverses_id = t.id);
    IF NEW.balance_cents < ahead THEN
        -- numbers only: the server's log keeps them
        RAISE EXCEPTION 'what of account % pays for registrations would be spent', NEW.id
            USING ERRCODE = 'check_violation', TABLE = 'ledger_account', CONSTRAINT = 'ledger_account_paid_ahead',
                  DETAIL = jsonb_build_object(
                      'player_id', NEW.player_id, 'unit', NEW.unit, 'registrations', waiting, 'ahead_cents', ahead,
                      'free_cents', greatest(OLD.balance_cents - ahead, 0))::text;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.tournaments_receipt_number_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'receipts: % of a number is forbidden', lower(TG_OP)
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.number > 1 AND NOT EXISTS (
        SELECT FROM tournaments_receiptnumber WHERE venue_id = NEW.venue_id AND number = NEW.number - 1
    ) THEN
        RAISE EXCEPTION 'receipts: number % of house % leaves a gap', NEW.number, NEW.venue_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_command (
    id uuid NOT NULL,
    name text NOT NULL,
    digest bytea NOT NULL,
    user_id bigint,
    device_id bigint,
    label text NOT NULL,
    at timestamp with time zone NOT NULL,
    state text NOT NULL,
    facts integer NOT NULL,
    outcome jsonb,
    refusal jsonb,
    CONSTRAINT dispatch_command_state CHECK ((((facts = 0) AND (outcome IS NULL) AND (refusal IS NULL) AND (state = 'open'::text)) OR ((facts >= 0) AND (outcome IS NOT NULL) AND (refusal IS NULL) AND (state = 'done'::text)) OR ((facts = 0) AND (outcome IS NULL) AND (refusal IS NOT NULL) AND (state = 'refused'::text))))
);

CREATE TABLE public.dispatch_cursor (
    id bigint NOT NULL,
    stream text NOT NULL,
    seq bigint NOT NULL,
    tries smallint NOT NULL,
    retry_at timestamp with time zone,
    held_by uuid,
    held_until timestamp with time zone,
    reader_id text NOT NULL,
    CONSTRAINT dispatch_cursor_seq CHECK ((seq >= 0)),
    CONSTRAINT dispatch_cursor_tries_check CHECK ((tries >= 0))
);

ALTER TABLE public.dispatch_cursor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.dispatch_cursor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_deadletter (
    id bigint NOT NULL,
    stream text NOT NULL,
    key bigint NOT NULL,
    error text NOT NULL,
    tries integer NOT NULL,
    rounds smallint NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    died_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    held_until timestamp with time zone,
    fact_id bigint NOT NULL,
    reader_id text NOT NULL,
    CONSTRAINT dispatch_deadletter_rounds_check CHECK ((rounds >= 0)),
    CONSTRAINT dispatch_deadletter_state CHECK ((((settled_at IS NULL) AND (state = ANY (ARRAY['dead'::text, 'again'::text]))) OR ((settled_at IS NOT NULL) AND (state = 'done'::text)) OR ((settled_at IS NOT NULL) AND (state = 'dropped'::text) AND (NOT (reason = ''::text))))),
    CONSTRAINT dispatch_deadletter_tries_check CHECK ((tries >= 0))
);

ALTER TABLE public.dispatch_deadletter ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.dispatch_deadletter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_fact (
    id bigint NOT NULL,
    stream text NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    audience text NOT NULL,
    body jsonb NOT NULL,
    touches text[] NOT NULL,
    seq bigint,
    hash bytea,
    command_id uuid NOT NULL,
    CONSTRAINT dispatch_fact_audience CHECK ((audience ~ '^(public|staff|player:[0-9]+)$'::text)),
    CONSTRAINT dispatch_fact_sealed_whole CHECK ((((hash IS NULL) AND (seq IS NULL)) OR ((hash IS NOT NULL) AND (seq >= 1))))
);

ALTER TABLE public.dispatch_fact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.dispatch_fact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_pack (
    id bigint NOT NULL,
    stream text NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    ids uuid[] NOT NULL,
    facts text NOT NULL,
    commands text NOT NULL,
    squeezed bytea,
    digest bytea,
    CONSTRAINT dispatch_pack_order CHECK (((first_seq >= 1) AND (last_seq >= first_seq))),
    CONSTRAINT dispatch_pack_squeezed CHECK ((((digest IS NULL) AND (squeezed IS NULL)) OR ((commands = ''::text) AND (digest IS NOT NULL) AND (facts = ''::text) AND (squeezed IS NOT NULL))))
);
ALTER TABLE ONLY public.dispatch_pack ALTER COLUMN squeezed SET STORAGE EXTERNAL;

ALTER TABLE public.dispatch_pack ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.dispatch_pack_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_reader (
    name text NOT NULL,
    prefix text NOT NULL,
    begun_at timestamp with time zone NOT NULL
);

CREATE TABLE public.dispatch_stream (
    name text NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    published_seq bigint NOT NULL,
    CONSTRAINT dispatch_stream_order CHECK (((published_seq >= 0) AND (published_seq <= seq)))
);

CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id bigint NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);

ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);

CREATE TABLE public.ledger_account (
    id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    venue_id bigint,
    tournament_id bigint,
    player_id bigint,
    season_id bigint,
    unit character varying(3) NOT NULL,
    may_overdraw boolean NOT NULL,
    keeps_balance boolean NOT NULL,
    balance_cents bigint,
    floor_cents bigint,
    play_table_id bigint,
    CONSTRAINT ledger_account_not_overdrawn CHECK ((may_overdraw OR (balance_cents IS NULL) OR (balance_cents >= 0))),
    CONSTRAINT ledger_account_owner_fits_kind CHECK (((((kind)::text = 'table_escrow'::text) = (play_table_id IS NOT NULL)) AND
CASE
    WHEN ((kind)::text = 'player'::text) THEN ((player_id IS NOT NULL) AND (num_nonnulls(venue_id, tournament_id, season_id) = 0))
    WHEN ((kind)::text = ANY ((ARRAY['prize_pool'::character varying, 'bounty_pool'::character varying, 'prizes_payable'::character varying, 'staff_fund'::character varying, 'house'::character varying, 'administration'::character varying, 'surcharge'::character varying, 'overlay'::character varying, 'owed'::character varying])::text[])) THEN ((num_nulls(venue_id, tournament_id) = 0) AND (num_nonnulls(player_id, season_id) = 0))
    WHEN ((kind)::text = 'ranking_fund'::text) THEN ((venue_id IS NOT NULL) AND (num_nonnulls(tournament_id, player_id) = 0))
    WHEN ((kind)::text = ANY ((ARRAY['tickets'::character varying, 'adjustment'::character varying, 'cash_drawer'::character varying, 'card_clearing'::character varying, 'bank'::character varying, 'table_escrow'::character varying, 'rake'::character varying, 'set_aside'::character varying])::text[])) THEN ((venue_id IS NOT NULL) AND (num_nonnulls(tournament_id, player_id, season_id) = 0))
    ELSE false
END)),
    CONSTRAINT ledger_account_powers_fit_kind CHECK (((keeps_balance = ((kind)::text = ANY ((ARRAY['player'::character varying, 'table_escrow'::character varying, 'set_aside'::character varying])::text[]))) AND (may_overdraw = ((kind)::text = ANY ((ARRAY['house'::character varying, 'administration'::character varying, 'surcharge'::character varying, 'overlay'::character varying, 'adjustment'::character varying, 'cash_drawer'::character varying, 'card_clearing'::character varying, 'bank'::character varying, 'owed'::character varying, 'rake'::character varying])::text[]))))),
    CONSTRAINT ledger_account_stores_or_sums CHECK ((((balance_cents IS NOT NULL) AND keeps_balance) OR ((balance_cents IS NULL) AND (NOT keeps_balance)))),
    CONSTRAINT ledger_account_unit_is_a_code CHECK (((unit)::text ~ '^[A-Z]{3}$'::text))
)
WITH (fillfactor='60');

ALTER TABLE public.ledger_account ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ledger_transfer (
    id bigint NOT NULL,
    amount_cents bigint NOT NULL,
    unit character varying(3) NOT NULL,
    kind character varying(32) NOT NULL,
    at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    reference character varying(64) NOT NULL,
    tournament_id bigint,
    method character varying(16) NOT NULL,
    credit_account_id bigint NOT NULL,
    debit_account_id bigint NOT NULL,
    reverses_id bigint,
    CONSTRAINT ledger_transfer_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT ledger_transfer_has_kind CHECK ((NOT ((kind)::text = ''::text))),
    CONSTRAINT ledger_transfer_two_accounts CHECK ((NOT (debit_account_id = credit_account_id)))
);

ALTER TABLE public.ledger_transfer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_transfer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_award (
    id bigint NOT NULL,
    place integer NOT NULL,
    tied smallint NOT NULL,
    amount_cents bigint NOT NULL,
    state character varying(5) NOT NULL,
    due_on date NOT NULL,
    awarded_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    paid_method character varying(10) NOT NULL,
    transfer_id bigint,
    command_id uuid NOT NULL,
    entry_id bigint NOT NULL,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    paid_transfer_id bigint,
    paid_reason character varying(300) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT award_positive CHECK ((amount_cents > 0)),
    CONSTRAINT payouts_award_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT payouts_award_place_check CHECK ((place >= 0)),
    CONSTRAINT payouts_award_tied_check CHECK ((tied >= 0))
);

ALTER TABLE public.payouts_award ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_award_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_cancellation (
    tournament_id bigint NOT NULL,
    "case" character varying(20) NOT NULL,
    sold jsonb NOT NULL,
    paid_cents bigint NOT NULL,
    refunded_cents bigint NOT NULL,
    shared_cents bigint NOT NULL,
    from_house_cents bigint NOT NULL,
    counts_reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    CONSTRAINT payouts_cancellation_from_house_cents_check CHECK ((from_house_cents >= 0)),
    CONSTRAINT payouts_cancellation_paid_cents_check CHECK ((paid_cents >= 0)),
    CONSTRAINT payouts_cancellation_refunded_cents_check CHECK ((refunded_cents >= 0)),
    CONSTRAINT payouts_cancellation_shared_cents_check CHECK ((shared_cents >= 0))
);

CREATE TABLE public.payouts_deal (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    state character varying(10) NOT NULL,
    total_cents bigint NOT NULL,
    reserve_cents bigint NOT NULL,
    shares jsonb NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    reason character varying(300) NOT NULL,
    command_id uuid NOT NULL,
    by_id bigint,
    tournament_id bigint NOT NULL,
    ended_because character varying(12) DEFAULT ''::character varying NOT NULL,
    yes_votes smallint DEFAULT 0 NOT NULL,
    paper_votes smallint DEFAULT 0 NOT NULL,
    paper_with_account smallint DEFAULT 0 NOT NULL,
    paper_by character varying(120) DEFAULT ''::character varying NOT NULL,
    paper_at timestamp with time zone,
    prizes_after jsonb DEFAULT '[]'::jsonb NOT NULL,
    prizes_before jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT payouts_deal_paper_votes_check CHECK ((paper_votes >= 0)),
    CONSTRAINT payouts_deal_paper_with_account_check CHECK ((paper_with_account >= 0)),
    CONSTRAINT payouts_deal_reserve_cents_check CHECK ((reserve_cents >= 0)),
    CONSTRAINT payouts_deal_total_cents_check CHECK ((total_cents >= 0)),
    CONSTRAINT payouts_deal_yes_votes_check CHECK ((yes_votes >= 0))
);

ALTER TABLE public.payouts_deal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_deal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_dealvote (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    deal_id bigint NOT NULL,
    entry_id bigint NOT NULL
);

ALTER TABLE public.payouts_dealvote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_dealvote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_ending (
    id bigint NOT NULL,
    stack_chips_before bigint,
    bounty_cents bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    command_id uuid NOT NULL,
    tournament_id bigint NOT NULL,
    winner_id bigint NOT NULL,
    CONSTRAINT payouts_ending_bounty_cents_check CHECK ((bounty_cents >= 0)),
    CONSTRAINT payouts_ending_stack_chips_before_check CHECK ((stack_chips_before >= 0))
);

ALTER TABLE public.payouts_ending ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_ending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_fundpayment (
    id bigint NOT NULL,
    fund character varying(10) NOT NULL,
    amount_cents bigint NOT NULL,
    unit character varying(3) NOT NULL,
    method character varying(10) NOT NULL,
    paid_to character varying(120) NOT NULL,
    reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    transfer_id bigint NOT NULL,
    command_id uuid NOT NULL,
    by_id bigint,
    player_id bigint,
    season_id bigint,
    tournament_id bigint,
    venue_id bigint NOT NULL,
    CONSTRAINT fund_payment_positive CHECK ((amount_cents > 0)),
    CONSTRAINT payouts_fundpayment_amount_cents_check CHECK ((amount_cents >= 0))
);

ALTER TABLE public.payouts_fundpayment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_fundpayment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_payin (
    id bigint NOT NULL,
    unit character varying(3) NOT NULL,
    method character varying(4) NOT NULL,
    amount_cents bigint NOT NULL,
    state character varying(10) NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    open_until timestamp with time zone NOT NULL,
    arrived_cents bigint,
    note character varying(140) NOT NULL,
    reason character varying(300) NOT NULL,
    settled_at timestamp with time zone,
    settled_by bigint,
    deposit_id bigint,
    held_id bigint,
    player_id bigint NOT NULL,
    second_of_id bigint,
    venue_id bigint NOT NULL,
    CONSTRAINT pay_in_arrived CHECK ((((arrived_cents > 0) AND ((state)::text = ANY ((ARRAY['confirmed'::character varying, 'held'::character varying, 'sent_back'::character varying])::text[]))) OR ((arrived_cents IS NULL) AND ((state)::text = ANY ((ARRAY['asked'::character varying, 'refused'::character varying, 'taken_back'::character varying])::text[]))))),
    CONSTRAINT pay_in_confirmed_by_a_deposit CHECK ((((deposit_id IS NOT NULL) AND ((state)::text = 'confirmed'::text)) OR ((NOT ((state)::text = 'confirmed'::text)) AND (deposit_id IS NULL)))),
    CONSTRAINT pay_in_held_by_a_transfer CHECK (((NOT ((state)::text = ANY ((ARRAY['held'::character varying, 'sent_back'::character varying])::text[]))) OR (held_id IS NOT NULL))),
    CONSTRAINT pay_in_positive CHECK ((amount_cents > 0)),
    CONSTRAINT pay_in_settled_when CHECK ((((settled_at IS NULL) AND ((state)::text = 'asked'::text)) OR ((NOT ((state)::text = 'asked'::text)) AND (settled_at IS NOT NULL)))),
    CONSTRAINT payouts_payin_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT payouts_payin_arrived_cents_check CHECK ((arrived_cents >= 0))
);

ALTER TABLE public.payouts_payin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_payin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_prizepool (
    tournament_id bigint NOT NULL,
    entries integer NOT NULL,
    gross_cents bigint NOT NULL,
    overlay_cents bigint NOT NULL,
    deductions_cents bigint NOT NULL,
    net_cents bigint NOT NULL,
    prizes jsonb NOT NULL,
    official_places integer NOT NULL,
    fixed_at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    deal_among integer,
    unit_cents integer DEFAULT 1 NOT NULL,
    rest_cents integer DEFAULT 0 NOT NULL,
    CONSTRAINT payouts_prizepool_deal_among_check CHECK ((deal_among >= 0)),
    CONSTRAINT payouts_prizepool_deductions_cents_check CHECK ((deductions_cents >= 0)),
    CONSTRAINT payouts_prizepool_entries_check CHECK ((entries >= 0)),
    CONSTRAINT payouts_prizepool_gross_cents_check CHECK ((gross_cents >= 0)),
    CONSTRAINT payouts_prizepool_net_cents_check CHECK ((net_cents >= 0)),
    CONSTRAINT payouts_prizepool_official_places_check CHECK ((official_places >= 0)),
    CONSTRAINT payouts_prizepool_overlay_cents_check CHECK ((overlay_cents >= 0)),
    CONSTRAINT payouts_prizepool_rest_cents_check CHECK ((rest_cents >= 0)),
    CONSTRAINT payouts_prizepool_unit_cents_check CHECK ((unit_cents >= 0))
);

CREATE TABLE public.payouts_repayment (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    method character varying(10) NOT NULL,
    amount_cents bigint NOT NULL,
    state character varying(5) NOT NULL,
    given_method character varying(10) NOT NULL,
    settled_at timestamp with time zone,
    transfer_id bigint,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT payouts_repayment_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT repayment_given_by_a_transfer CHECK (((((state)::text = 'given'::text) AND (transfer_id IS NOT NULL)) OR ((NOT ((state)::text = 'given'::text)) AND (transfer_id IS NULL)))),
    CONSTRAINT repayment_positive CHECK ((amount_cents > 0))
);

ALTER TABLE public.payouts_repayment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_repayment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_score (
    id bigint NOT NULL,
    place integer NOT NULL,
    scored_as_place integer NOT NULL,
    entries integer NOT NULL,
    buy_in_cents bigint NOT NULL,
    c_milli integer NOT NULL,
    weight_milli integer NOT NULL,
    points_e4 bigint NOT NULL,
    entry_id bigint NOT NULL,
    player_id bigint NOT NULL,
    season_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT payouts_score_buy_in_cents_check CHECK ((buy_in_cents >= 0)),
    CONSTRAINT payouts_score_c_milli_check CHECK ((c_milli >= 0)),
    CONSTRAINT payouts_score_entries_check CHECK ((entries >= 0)),
    CONSTRAINT payouts_score_place_check CHECK ((place >= 0)),
    CONSTRAINT payouts_score_points_e4_check CHECK ((points_e4 >= 0)),
    CONSTRAINT payouts_score_scored_as_place_check CHECK ((scored_as_place >= 0)),
    CONSTRAINT payouts_score_weight_milli_check CHECK ((weight_milli >= 0))
);

ALTER TABLE public.payouts_score ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_score_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_unclaimedmoney (
    id bigint NOT NULL,
    unit character varying(3) NOT NULL,
    amount_cents bigint NOT NULL,
    state character varying(10) NOT NULL,
    note character varying(140) NOT NULL,
    reason character varying(300) NOT NULL,
    noted_at timestamp with time zone NOT NULL,
    noted_by bigint,
    held_id bigint NOT NULL,
    settled_at timestamp with time zone,
    settled_by bigint,
    pay_in_id bigint,
    venue_id bigint NOT NULL,
    CONSTRAINT payouts_unclaimedmoney_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT unclaimed_matched_with_a_pay_in CHECK ((((pay_in_id IS NOT NULL) AND ((state)::text = 'matched'::text)) OR ((NOT ((state)::text = 'matched'::text)) AND (pay_in_id IS NULL)))),
    CONSTRAINT unclaimed_positive CHECK ((amount_cents > 0)),
    CONSTRAINT unclaimed_settled_when CHECK ((((settled_at IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (settled_at IS NOT NULL))))
);

ALTER TABLE public.payouts_unclaimedmoney ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_unclaimedmoney_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_withdrawal (
    id bigint NOT NULL,
    unit character varying(3) NOT NULL,
    amount_cents bigint NOT NULL,
    state character varying(10) NOT NULL,
    destination character varying(140) NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    taken_up_at timestamp with time zone,
    taken_up_by bigint,
    note character varying(140) NOT NULL,
    reason character varying(300) NOT NULL,
    settled_at timestamp with time zone,
    settled_by bigint,
    player_id bigint NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT payouts_withdrawal_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT withdrawal_positive CHECK ((amount_cents > 0)),
    CONSTRAINT withdrawal_settled_when CHECK ((((settled_at IS NULL) AND ((state)::text = ANY ((ARRAY['asked'::character varying, 'paying'::character varying])::text[]))) OR ((NOT ((state)::text = ANY ((ARRAY['asked'::character varying, 'paying'::character varying])::text[]))) AND (settled_at IS NOT NULL)))),
    CONSTRAINT withdrawal_taken_up_while_paying CHECK (((((state)::text = 'paying'::text) AND (taken_up_at IS NOT NULL)) OR ((NOT ((state)::text = 'paying'::text)) AND (taken_up_at IS NULL))))
);

ALTER TABLE public.payouts_withdrawal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payouts_withdrawal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_apitoken (
    id bigint NOT NULL,
    name character varying(80) NOT NULL,
    token_hash character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    user_id bigint NOT NULL,
    device_id bigint,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    scope character varying(8) NOT NULL,
    venue_id bigint,
    CONSTRAINT people_apitoken_has_scope CHECK (((scope)::text = ANY ((ARRAY['read'::character varying, 'work'::character varying, 'all'::character varying])::text[])))
);

ALTER TABLE public.people_apitoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_apitoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_device (
    id bigint NOT NULL,
    venue_id bigint NOT NULL,
    name character varying(80) NOT NULL,
    kind character varying(16) NOT NULL,
    token_hash character varying(64) NOT NULL,
    paired_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    paired_by_id bigint
);

ALTER TABLE public.people_device ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_device_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_emailcode (
    id bigint NOT NULL,
    email character varying(254) NOT NULL,
    code_hash character varying(64) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries smallint NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT people_emailcode_tries_check CHECK ((tries >= 0))
);

ALTER TABLE public.people_emailcode ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_emailcode_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_exclusion (
    id bigint NOT NULL,
    venue_id bigint,
    from_at timestamp with time zone NOT NULL,
    until_at timestamp with time zone,
    kind character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    lifted_at timestamp with time zone,
    lifted_by_id bigint,
    made_by_id bigint,
    player_id bigint NOT NULL,
    made_at timestamp with time zone,
    CONSTRAINT people_exclusion_ends_after_start CHECK (((until_at IS NULL) OR (until_at > from_at)))
);

ALTER TABLE public.people_exclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_exclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_filechange (
    id bigint NOT NULL,
    field character varying(20) NOT NULL,
    was character varying(254) NOT NULL,
    now character varying(254) NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    venue_id bigint,
    changed_by_id bigint,
    player_id bigint NOT NULL
);

ALTER TABLE public.people_filechange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_filechange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_mailoff (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.people_mailoff ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_mailoff_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_operatorpin (
    id bigint NOT NULL,
    hashed character varying(160) NOT NULL,
    set_at timestamp with time zone NOT NULL,
    user_id bigint NOT NULL,
    set_by_id bigint
);

ALTER TABLE public.people_operatorpin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_operatorpin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_player (
    id bigint NOT NULL,
    full_name character varying(200) NOT NULL,
    public_name character varying(80) NOT NULL,
    birth_date date,
    document_kind character varying(16) NOT NULL,
    document_number character varying(40) NOT NULL,
    country character varying(2) NOT NULL,
    email character varying(254) NOT NULL,
    phone character varying(40) NOT NULL,
    id_checked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    anonymised_at timestamp with time zone,
    id_checked_by_id bigint,
    user_id bigint,
    simulated boolean NOT NULL,
    CONSTRAINT people_player_anonymised_is_empty CHECK (((anonymised_at IS NULL) OR ((birth_date IS NULL) AND ((document_number)::text = ''::text) AND ((email)::text = ''::text) AND ((full_name)::text = ''::text) AND ((phone)::text = ''::text) AND (user_id IS NULL)))),
    CONSTRAINT people_player_document_has_kind CHECK ((((document_number)::text = ''::text) OR (NOT ((document_kind)::text = ''::text)))),
    CONSTRAINT people_player_id_checked_by_someone CHECK ((((id_checked_at IS NULL) AND (id_checked_by_id IS NULL)) OR ((id_checked_at IS NOT NULL) AND (id_checked_by_id IS NOT NULL)))),
    CONSTRAINT people_player_practice_has_no_account CHECK (((NOT simulated) OR (user_id IS NULL)))
);

ALTER TABLE public.people_player ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_player_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_playlimit (
    id bigint NOT NULL,
    period character varying(8) NOT NULL,
    unit character varying(3) NOT NULL,
    amount_cents bigint,
    set_at timestamp with time zone NOT NULL,
    applies_from timestamp with time zone NOT NULL,
    player_id bigint NOT NULL,
    kind character varying(8) DEFAULT 'spend'::character varying NOT NULL,
    minutes integer,
    CONSTRAINT people_playlimit_minutes_check CHECK ((minutes >= 0)),
    CONSTRAINT people_playlimit_money_or_time CHECK ((((amount_cents IS NULL) AND ((kind)::text = 'time'::text) AND ((unit)::text = ''::text)) OR ((NOT ((kind)::text = 'time'::text)) AND (NOT ((unit)::text = ''::text)) AND (minutes IS NULL)))),
    CONSTRAINT people_playlimit_not_backdated CHECK ((applies_from >= set_at)),
    CONSTRAINT people_playlimit_not_negative CHECK (((amount_cents IS NULL) OR (amount_cents >= 0)))
);

ALTER TABLE public.people_playlimit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_playlimit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_privacytext (
    id bigint NOT NULL,
    text text NOT NULL,
    set_at timestamp with time zone NOT NULL,
    set_by_id bigint NOT NULL
);

ALTER TABLE public.people_privacytext ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_privacytext_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_profile (
    player_id bigint NOT NULL,
    prizes boolean NOT NULL,
    since timestamp with time zone NOT NULL
);

CREATE TABLE public.people_secondfactor (
    id bigint NOT NULL,
    seed uuid NOT NULL,
    set_at timestamp with time zone NOT NULL,
    last_step bigint NOT NULL,
    recovery_used jsonb NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.people_secondfactor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_secondfactor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_staffrole (
    id bigint NOT NULL,
    venue_id bigint NOT NULL,
    tournament_id bigint,
    role character varying(16) NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    granted_by_id bigint,
    revoked_by_id bigint,
    user_id bigint NOT NULL,
    CONSTRAINT people_staffrole_is_staff CHECK (((role)::text = ANY ((ARRAY['owner'::character varying, 'director'::character varying, 'desk'::character varying, 'floor'::character varying, 'integrity'::character varying])::text[])))
);

ALTER TABLE public.people_staffrole ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_staffrole_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_user (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    email character varying(254) NOT NULL,
    language character varying(8) NOT NULL,
    is_active boolean NOT NULL,
    is_staff boolean NOT NULL,
    email_confirmed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    name character varying(80) NOT NULL,
    invited_at timestamp with time zone
);

CREATE TABLE public.people_user_groups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    group_id integer NOT NULL
);

ALTER TABLE public.people_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.people_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.people_user_user_permissions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.people_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_caseentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    by bigint NOT NULL,
    text text NOT NULL,
    complaint_id bigint,
    hand_id bigint,
    case_id bigint NOT NULL,
    CONSTRAINT case_entry_about_one_thing CHECK (((hand_id IS NULL) OR (complaint_id IS NULL)))
);

ALTER TABLE public.play_caseentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_caseentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_caseplayer (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    case_id bigint NOT NULL
);

ALTER TABLE public.play_caseplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_caseplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_complaint (
    id bigint NOT NULL,
    state character varying(8) NOT NULL,
    text text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    answer_by timestamp with time zone NOT NULL,
    answer text NOT NULL,
    answered_at timestamp with time zone,
    answered_by bigint,
    closed_at timestamp with time zone,
    closed_by bigint,
    hand_id bigint NOT NULL,
    player_id bigint NOT NULL,
    venue_id bigint NOT NULL,
    about_id bigint,
    CONSTRAINT complaint_about_another CHECK (((about_id IS NULL) OR (NOT ((about_id = player_id) AND (about_id IS NOT NULL))))),
    CONSTRAINT complaint_answered_before_closed CHECK ((((answered_at IS NULL) AND (closed_at IS NULL) AND ((state)::text = 'open'::text)) OR ((answered_at IS NOT NULL) AND (closed_at IS NULL) AND ((state)::text = 'answered'::text)) OR ((answered_at IS NOT NULL) AND (closed_at IS NOT NULL) AND ((state)::text = 'closed'::text))))
);

ALTER TABLE public.play_complaint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_complaint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_countedday (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    counted_as character varying(16) NOT NULL,
    hands integer NOT NULL,
    voided_hands integer NOT NULL,
    last_hand_id bigint NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT counted_day_in_order CHECK ((until > since)),
    CONSTRAINT play_countedday_hands_check CHECK ((hands >= 0)),
    CONSTRAINT play_countedday_last_hand_id_check CHECK ((last_hand_id >= 0)),
    CONSTRAINT play_countedday_voided_hands_check CHECK ((voided_hands >= 0))
);

ALTER TABLE public.play_countedday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_countedday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_dealthand (
    id bigint NOT NULL,
    number integer NOT NULL,
    seed bytea NOT NULL,
    key character varying(16) NOT NULL,
    root character varying(64) NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    committed_by uuid NOT NULL,
    dealt_by uuid,
    dealt_at timestamp with time zone,
    button_seat smallint,
    small_blind_chips bigint,
    big_blind_chips bigint,
    stacks jsonb NOT NULL,
    result jsonb,
    closed_at timestamp with time zone,
    table_id bigint NOT NULL,
    hole_cards smallint DEFAULT 2 NOT NULL,
    second_root character varying(64) DEFAULT ''::character varying NOT NULL,
    words bytea NOT NULL,
    ante jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT closed_hand_was_dealt CHECK (((closed_at IS NULL) OR ((dealt_at IS NOT NULL) AND (result IS NOT NULL)))),
    CONSTRAINT play_dealthand_big_blind_chips_check CHECK ((big_blind_chips >= 0)),
    CONSTRAINT play_dealthand_button_seat_check CHECK ((button_seat >= 0)),
    CONSTRAINT play_dealthand_hole_cards_check CHECK ((hole_cards >= 0)),
    CONSTRAINT play_dealthand_number_check CHECK ((number >= 0)),
    CONSTRAINT play_dealthand_small_blind_chips_check CHECK ((small_blind_chips >= 0))
)
WITH (toast_tuple_target='256');
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN seed SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN key SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN root SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN stacks SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN result SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN second_root SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN words SET STORAGE MAIN;
ALTER TABLE ONLY public.play_dealthand ALTER COLUMN ante SET STORAGE MAIN;

ALTER TABLE public.play_dealthand ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_dealthand_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_handact (
    id bigint NOT NULL,
    turn bigint NOT NULL,
    seat smallint NOT NULL,
    street character varying(8) NOT NULL,
    act character varying(8) NOT NULL,
    to_chips bigint NOT NULL,
    all_in boolean NOT NULL,
    took_ms integer NOT NULL,
    manner character varying(8) NOT NULL,
    hand_id bigint NOT NULL,
    CONSTRAINT play_handact_seat_check CHECK ((seat >= 0)),
    CONSTRAINT play_handact_to_chips_check CHECK ((to_chips >= 0)),
    CONSTRAINT play_handact_took_ms_check CHECK ((took_ms >= 0)),
    CONSTRAINT play_handact_turn_check CHECK ((turn >= 0))
);

ALTER TABLE public.play_handact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_handact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_handofplayer (
    id bigint NOT NULL,
    seat smallint NOT NULL,
    staked_chips bigint NOT NULL,
    won_chips bigint NOT NULL,
    hand_id bigint NOT NULL,
    player_id bigint NOT NULL,
    sitting_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT play_handofplayer_seat_check CHECK ((seat >= 0)),
    CONSTRAINT play_handofplayer_staked_chips_check CHECK ((staked_chips >= 0)),
    CONSTRAINT play_handofplayer_won_chips_check CHECK ((won_chips >= 0))
);

ALTER TABLE public.play_handofplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_handofplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_handopening (
    id bigint NOT NULL,
    opened_by bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    reason character varying(300) NOT NULL,
    hand_id bigint NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT hand_opened_for_a_reason CHECK ((NOT ((reason)::text = ''::text)))
);

ALTER TABLE public.play_handopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_handopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_integritycase (
    id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    opened_by bigint NOT NULL,
    closed_at timestamp with time zone,
    closed_by bigint,
    outcome character varying(9) DEFAULT ''::character varying NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT case_closed_with_outcome CHECK ((((closed_at IS NULL) AND (closed_by IS NULL) AND ((outcome)::text = ''::text)) OR ((closed_at IS NOT NULL) AND (closed_by IS NOT NULL) AND (NOT ((outcome)::text = ''::text)))))
);

ALTER TABLE public.play_integritycase ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_integritycase_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_lineshold (
    id bigint NOT NULL,
    held_at timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    first_lost_at timestamp with time zone NOT NULL,
    lost jsonb NOT NULL,
    of_players integer NOT NULL,
    pauses_clock boolean NOT NULL,
    ended_at timestamp with time zone,
    outcome character varying(6) DEFAULT ''::character varying NOT NULL,
    table_id bigint,
    tournament_id bigint,
    CONSTRAINT lines_hold_ended_somehow CHECK ((((ended_at IS NULL) AND ((outcome)::text = ''::text)) OR ((ended_at IS NOT NULL) AND (NOT ((outcome)::text = ''::text))))),
    CONSTRAINT lines_hold_of_one_thing CHECK ((((table_id IS NOT NULL) AND (tournament_id IS NULL)) OR ((table_id IS NULL) AND (tournament_id IS NOT NULL)))),
    CONSTRAINT play_lineshold_of_players_check CHECK ((of_players >= 0))
);

ALTER TABLE public.play_lineshold ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_lineshold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_originkey (
    id uuid NOT NULL,
    month date NOT NULL,
    made_with character varying(16) NOT NULL,
    half bytea NOT NULL
);

CREATE TABLE public.play_originwatch (
    venue_id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    by bigint NOT NULL
);

CREATE TABLE public.play_packedacts (
    id bigint NOT NULL,
    first_number integer NOT NULL,
    last_number integer NOT NULL,
    acts text NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT packed_acts_in_order CHECK (((first_number >= 1) AND (last_number >= first_number))),
    CONSTRAINT play_packedacts_first_number_check CHECK ((first_number >= 0)),
    CONSTRAINT play_packedacts_last_number_check CHECK ((last_number >= 0))
);

ALTER TABLE public.play_packedacts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_packedacts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_packedparts (
    id bigint NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    tables bigint[] NOT NULL,
    parts text NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT packed_parts_in_order CHECK (((last_at >= first_at) AND (last_id >= first_id))),
    CONSTRAINT play_packedparts_first_id_check CHECK ((first_id >= 0)),
    CONSTRAINT play_packedparts_last_id_check CHECK ((last_id >= 0))
);

ALTER TABLE public.play_packedparts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_packedparts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_pairofday (
    id bigint NOT NULL,
    currency character varying(3) NOT NULL,
    last_at timestamp with time zone NOT NULL,
    hands integer NOT NULL,
    there bigint NOT NULL,
    back bigint NOT NULL,
    there_bb bigint NOT NULL,
    back_bb bigint NOT NULL,
    all_in_there integer NOT NULL,
    all_in_back integer NOT NULL,
    all_in_there_bb bigint NOT NULL,
    all_in_back_bb bigint NOT NULL,
    there_percent numeric NOT NULL,
    back_percent numeric NOT NULL,
    large_there integer NOT NULL,
    large_back integer NOT NULL,
    folded_there integer NOT NULL,
    folded_back integer NOT NULL,
    alone integer NOT NULL,
    checked integer NOT NULL,
    one_times integer NOT NULL,
    one_folds integer NOT NULL,
    two_times integer NOT NULL,
    two_folds integer NOT NULL,
    day_id bigint NOT NULL,
    first_id bigint NOT NULL,
    second_id bigint NOT NULL,
    CONSTRAINT play_pairofday_all_in_back_bb_check CHECK ((all_in_back_bb >= 0)),
    CONSTRAINT play_pairofday_all_in_back_check CHECK ((all_in_back >= 0)),
    CONSTRAINT play_pairofday_all_in_there_bb_check CHECK ((all_in_there_bb >= 0)),
    CONSTRAINT play_pairofday_all_in_there_check CHECK ((all_in_there >= 0)),
    CONSTRAINT play_pairofday_alone_check CHECK ((alone >= 0)),
    CONSTRAINT play_pairofday_back_bb_check CHECK ((back_bb >= 0)),
    CONSTRAINT play_pairofday_back_check CHECK ((back >= 0)),
    CONSTRAINT play_pairofday_checked_check CHECK ((checked >= 0)),
    CONSTRAINT play_pairofday_folded_back_check CHECK ((folded_back >= 0)),
    CONSTRAINT play_pairofday_folded_there_check CHECK ((folded_there >= 0)),
    CONSTRAINT play_pairofday_hands_check CHECK ((hands >= 0)),
    CONSTRAINT play_pairofday_large_back_check CHECK ((large_back >= 0)),
    CONSTRAINT play_pairofday_large_there_check CHECK ((large_there >= 0)),
    CONSTRAINT play_pairofday_one_folds_check CHECK ((one_folds >= 0)),
    CONSTRAINT play_pairofday_one_times_check CHECK ((one_times >= 0)),
    CONSTRAINT play_pairofday_there_bb_check CHECK ((there_bb >= 0)),
    CONSTRAINT play_pairofday_there_check CHECK ((there >= 0)),
    CONSTRAINT play_pairofday_two_folds_check CHECK ((two_folds >= 0)),
    CONSTRAINT play_pairofday_two_times_check CHECK ((two_times >= 0))
);

ALTER TABLE public.play_pairofday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_pairofday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_playerofday (
    id bigint NOT NULL,
    currency character varying(3) NOT NULL,
    last_at timestamp with time zone NOT NULL,
    days smallint NOT NULL,
    hands integer NOT NULL,
    net bigint NOT NULL,
    net_bb numeric NOT NULL,
    squares_bb numeric NOT NULL,
    entered integer NOT NULL,
    raised integer NOT NULL,
    pushes integer NOT NULL,
    calls integer NOT NULL,
    decisions integer NOT NULL,
    ms bigint NOT NULL,
    squares_ms numeric NOT NULL,
    same_tenth integer NOT NULL,
    fastest integer,
    tenths integer[] NOT NULL,
    times integer[] NOT NULL,
    by_bin integer[] NOT NULL,
    by_hour integer[] NOT NULL,
    begins timestamp with time zone[] NOT NULL,
    ends timestamp with time zone[] NOT NULL,
    day_id bigint NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT play_playerofday_calls_check CHECK ((calls >= 0)),
    CONSTRAINT play_playerofday_days_check CHECK ((days >= 0)),
    CONSTRAINT play_playerofday_decisions_check CHECK ((decisions >= 0)),
    CONSTRAINT play_playerofday_entered_check CHECK ((entered >= 0)),
    CONSTRAINT play_playerofday_fastest_check CHECK ((fastest >= 0)),
    CONSTRAINT play_playerofday_hands_check CHECK ((hands >= 0)),
    CONSTRAINT play_playerofday_ms_check CHECK ((ms >= 0)),
    CONSTRAINT play_playerofday_pushes_check CHECK ((pushes >= 0)),
    CONSTRAINT play_playerofday_raised_check CHECK ((raised >= 0)),
    CONSTRAINT play_playerofday_same_tenth_check CHECK ((same_tenth >= 0))
);

ALTER TABLE public.play_playerofday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_playerofday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_playorigin (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    key uuid NOT NULL,
    line bytea,
    browser bytea,
    player_id bigint NOT NULL,
    sitting_id bigint,
    tournament_id bigint,
    venue_id bigint NOT NULL,
    CONSTRAINT origin_of_one_thing CHECK ((((sitting_id IS NULL) AND (tournament_id IS NOT NULL)) OR ((sitting_id IS NOT NULL) AND (tournament_id IS NULL))))
);

ALTER TABLE public.play_playorigin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_playorigin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_playtable (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    name character varying(60) NOT NULL,
    stage character varying(8) NOT NULL,
    seats_count smallint NOT NULL,
    small_blind_chips bigint NOT NULL,
    big_blind_chips bigint NOT NULL,
    stack_chips bigint NOT NULL,
    decision_seconds smallint NOT NULL,
    seats jsonb NOT NULL,
    hand jsonb,
    hand_number integer NOT NULL,
    button_seat smallint,
    turn bigint NOT NULL,
    due_kind character varying(8) NOT NULL,
    due_at timestamp with time zone,
    from_at timestamp with time zone,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    venue_id bigint NOT NULL,
    level smallint,
    table_number integer,
    tournament_id bigint,
    held_at timestamp with time zone,
    held_because character varying(200) NOT NULL,
    notice jsonb,
    bank_cap_seconds smallint DEFAULT 90 NOT NULL,
    bank_gain_seconds smallint DEFAULT 5 NOT NULL,
    bank_seconds smallint DEFAULT 30 NOT NULL,
    reconnect_seconds smallint DEFAULT 20 NOT NULL,
    currency character varying(3) DEFAULT ''::character varying NOT NULL,
    least_buy_in_cents bigint,
    most_buy_in_cents bigint,
    rake_bp smallint,
    rake_manner character varying(6) DEFAULT ''::character varying NOT NULL,
    held_with_clocks boolean DEFAULT false NOT NULL,
    game character varying(8) DEFAULT 'nlhe'::character varying NOT NULL,
    ante jsonb DEFAULT '[]'::jsonb NOT NULL,
    held_for_lines boolean DEFAULT false NOT NULL,
    session_ends_at timestamp with time zone,
    session_minutes smallint,
    session_starts_at timestamp with time zone,
    onlookers_delay_seconds smallint DEFAULT 0 NOT NULL,
    lag_ms smallint DEFAULT 0 NOT NULL,
    cap smallint,
    heads_up character varying(12) DEFAULT 'as_written'::character varying NOT NULL,
    CONSTRAINT play_playtable_bank_cap_seconds_check CHECK ((bank_cap_seconds >= 0)),
    CONSTRAINT play_playtable_bank_gain_seconds_check CHECK ((bank_gain_seconds >= 0)),
    CONSTRAINT play_playtable_bank_seconds_check CHECK ((bank_seconds >= 0)),
    CONSTRAINT play_playtable_big_blind_chips_check CHECK ((big_blind_chips >= 0)),
    CONSTRAINT play_playtable_button_seat_check CHECK ((button_seat >= 0)),
    CONSTRAINT play_playtable_cap_check CHECK ((cap >= 0)),
    CONSTRAINT play_playtable_decision_seconds_check CHECK ((decision_seconds >= 0)),
    CONSTRAINT play_playtable_hand_number_check CHECK ((hand_number >= 0)),
    CONSTRAINT play_playtable_lag_ms_check CHECK ((lag_ms >= 0)),
    CONSTRAINT play_playtable_least_buy_in_cents_check CHECK ((least_buy_in_cents >= 0)),
    CONSTRAINT play_playtable_level_check CHECK ((level >= 0)),
    CONSTRAINT play_playtable_most_buy_in_cents_check CHECK ((most_buy_in_cents >= 0)),
    CONSTRAINT play_playtable_onlookers_delay_seconds_check CHECK ((onlookers_delay_seconds >= 0)),
    CONSTRAINT play_playtable_rake_bp_check CHECK ((rake_bp >= 0)),
    CONSTRAINT play_playtable_reconnect_seconds_check CHECK ((reconnect_seconds >= 0)),
    CONSTRAINT play_playtable_seats_count_check CHECK ((seats_count >= 0)),
    CONSTRAINT play_playtable_session_minutes_check CHECK ((session_minutes >= 0)),
    CONSTRAINT play_playtable_small_blind_chips_check CHECK ((small_blind_chips >= 0)),
    CONSTRAINT play_playtable_stack_chips_check CHECK ((stack_chips >= 0)),
    CONSTRAINT play_playtable_table_number_check CHECK ((table_number >= 0)),
    CONSTRAINT play_playtable_turn_check CHECK ((turn >= 0)),
    CONSTRAINT play_table_cap CHECK (((cap IS NULL) OR ((cap >= 2) AND (cap <= 10)))),
    CONSTRAINT play_table_cash_terms CHECK ((((NOT ((kind)::text = 'cash'::text)) AND ((currency)::text = ''::text) AND (least_buy_in_cents IS NULL) AND (most_buy_in_cents IS NULL) AND (rake_bp IS NULL) AND ((rake_manner)::text = ''::text)) OR (((kind)::text = 'cash'::text) AND (least_buy_in_cents > 0) AND (most_buy_in_cents >= least_buy_in_cents) AND (NOT ((currency)::text = ''::text)) AND ((((rake_bp >= 100) AND (rake_bp <= 500)) AND ((rake_manner)::text = 'pot'::text)) OR (((rake_bp >= 500) AND (rake_bp <= 2000)) AND ((rake_manner)::text = 'buy_in'::text)))))),
    CONSTRAINT play_table_has_hand CHECK ((((hand IS NOT NULL) AND ((stage)::text = 'playing'::text)) OR (NOT ((stage)::text = 'playing'::text)))),
    CONSTRAINT play_table_lag CHECK (((lag_ms = 0) OR (((due_kind)::text = 'decide'::text) AND (lag_ms <= 2000)))),
    CONSTRAINT play_table_of_a_tournament CHECK (((((kind)::text = 'tournament'::text) AND (table_number IS NOT NULL) AND (tournament_id IS NOT NULL)) OR ((NOT ((kind)::text = 'tournament'::text)) AND (table_number IS NULL) AND (tournament_id IS NULL)))),
    CONSTRAINT play_table_one_thing_due CHECK ((((due_at IS NULL) AND ((due_kind)::text = ''::text)) OR ((NOT ((due_kind)::text = ''::text)) AND (due_at IS NOT NULL)))),
    CONSTRAINT play_table_onlookers CHECK ((onlookers_delay_seconds <= 300)),
    CONSTRAINT play_table_seats CHECK (((seats_count >= 2) AND (seats_count <= 10))),
    CONSTRAINT play_table_session CHECK ((((session_ends_at IS NULL) AND (session_minutes IS NULL) AND (session_starts_at IS NULL)) OR (((kind)::text = 'cash'::text) AND (session_minutes > 0) AND (session_starts_at IS NOT NULL)))),
    CONSTRAINT play_table_stakes CHECK (((small_blind_chips > 0) AND (big_blind_chips >= small_blind_chips) AND (((kind)::text = 'tournament'::text) OR (stack_chips >= big_blind_chips))))
)
WITH (fillfactor='50');

ALTER TABLE public.play_playtable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_playtable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_sitting (
    id bigint NOT NULL,
    seat smallint NOT NULL,
    since timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    brought_chips bigint NOT NULL,
    taken_chips bigint,
    hands integer NOT NULL,
    player_id bigint NOT NULL,
    table_id bigint NOT NULL,
    chain jsonb DEFAULT '{}'::jsonb NOT NULL,
    bank_ms integer,
    fee_cents bigint DEFAULT 0 NOT NULL,
    absent boolean DEFAULT false NOT NULL,
    CONSTRAINT play_sitting_bank_ms_check CHECK ((bank_ms >= 0)),
    CONSTRAINT play_sitting_brought_chips_check CHECK ((brought_chips >= 0)),
    CONSTRAINT play_sitting_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT play_sitting_hands_check CHECK ((hands >= 0)),
    CONSTRAINT play_sitting_seat_check CHECK ((seat >= 0)),
    CONSTRAINT play_sitting_taken_chips_check CHECK ((taken_chips >= 0))
);

ALTER TABLE public.play_sitting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_sitting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_tablestop (
    id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT table_stop_ends_later CHECK ((until >= since))
);

ALTER TABLE public.play_tablestop ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_tablestop_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_untoldchange (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    shown_at timestamp with time zone NOT NULL,
    before jsonb NOT NULL,
    table_id bigint NOT NULL
);

ALTER TABLE public.play_untoldchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_untoldchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.play_waitingplace (
    id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    offered_until timestamp with time zone,
    ended_at timestamp with time zone,
    outcome character varying(6) DEFAULT ''::character varying NOT NULL,
    player_id bigint NOT NULL,
    table_id bigint NOT NULL,
    brings_cents bigint DEFAULT 0 NOT NULL,
    refused character varying(40) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT play_waitingplace_brings_cents_check CHECK ((brings_cents >= 0)),
    CONSTRAINT waiting_place_ended_somehow CHECK ((((ended_at IS NULL) AND ((outcome)::text = ''::text)) OR ((ended_at IS NOT NULL) AND (NOT ((outcome)::text = ''::text)))))
);

ALTER TABLE public.play_waitingplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.play_waitingplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.seen_file (
    id bigint NOT NULL,
    venue_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    player_id bigint NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.seen_file ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.seen_file_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.signed_in_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL,
    user_id bigint,
    device_id bigint,
    began_at timestamp with time zone,
    browser character varying(80) NOT NULL
);

CREATE TABLE public.tables_chipcount (
    id bigint NOT NULL,
    stack_chips integer NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint,
    entry_id bigint NOT NULL,
    CONSTRAINT tables_chipcount_stack_chips_check CHECK ((stack_chips >= 0))
);

ALTER TABLE public.tables_chipcount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_chipcount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_draw (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(24) NOT NULL,
    record jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tables_draw_number_check CHECK ((number >= 0))
);

ALTER TABLE public.tables_draw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_draw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_drawbook (
    tournament_id bigint NOT NULL,
    commitment character varying(64) NOT NULL,
    master_seed bytea NOT NULL,
    last_number integer NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    revealed_at timestamp with time zone,
    CONSTRAINT tables_drawbook_last_number_check CHECK ((last_number >= 0))
);

CREATE TABLE public.tables_handdone (
    id bigint NOT NULL,
    round integer NOT NULL,
    at timestamp with time zone NOT NULL,
    tournament_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT tables_handdone_round_check CHECK ((round >= 0))
);

ALTER TABLE public.tables_handdone ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_handdone_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_move (
    id bigint NOT NULL,
    reason character varying(12) NOT NULL,
    from_table_number integer,
    from_seat_number smallint,
    to_table_number integer NOT NULL,
    to_seat_number smallint NOT NULL,
    draw_number integer,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    command_id uuid NOT NULL,
    entry_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tables_move_draw_number_check CHECK ((draw_number >= 0)),
    CONSTRAINT tables_move_from_seat_number_check CHECK ((from_seat_number >= 0)),
    CONSTRAINT tables_move_from_table_number_check CHECK ((from_table_number >= 0)),
    CONSTRAINT tables_move_to_seat_number_check CHECK ((to_seat_number >= 0)),
    CONSTRAINT tables_move_to_table_number_check CHECK ((to_table_number >= 0))
);

ALTER TABLE public.tables_move ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_move_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_penalty (
    id bigint NOT NULL,
    kind character varying(18) NOT NULL,
    hands_owed smallint NOT NULL,
    hands_served smallint NOT NULL,
    reason character varying(300) NOT NULL,
    rule character varying(20) NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    command_id uuid NOT NULL,
    by_id bigint,
    entry_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    rounds smallint NOT NULL,
    hand_for_hand_round integer NOT NULL,
    CONSTRAINT tables_penalty_hand_for_hand_round_check CHECK ((hand_for_hand_round >= 0)),
    CONSTRAINT tables_penalty_hands_owed_check CHECK ((hands_owed >= 0)),
    CONSTRAINT tables_penalty_hands_served_check CHECK ((hands_served >= 0)),
    CONSTRAINT tables_penalty_rounds_check CHECK ((rounds >= 0))
);

ALTER TABLE public.tables_penalty ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_penalty_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_ruling (
    id bigint NOT NULL,
    kind character varying(40) NOT NULL,
    situation jsonb NOT NULL,
    ruling jsonb NOT NULL,
    rule character varying(40) NOT NULL,
    decision character varying(500) NOT NULL,
    override_reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    by_id bigint,
    tournament_id bigint NOT NULL,
    table_id bigint,
    choice character varying(40) NOT NULL,
    entry_id bigint,
    hand integer,
    CONSTRAINT tables_ruling_hand_check CHECK ((hand >= 0))
);

ALTER TABLE public.tables_ruling ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_ruling_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_satout (
    id bigint NOT NULL,
    round integer NOT NULL,
    at timestamp with time zone NOT NULL,
    hand_done_id bigint,
    penalty_id bigint NOT NULL,
    CONSTRAINT tables_satout_round_check CHECK ((round >= 0))
);

ALTER TABLE public.tables_satout ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_satout_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_seat (
    id bigint NOT NULL,
    number smallint NOT NULL,
    since timestamp with time zone,
    verified_at timestamp with time zone,
    waits_for_button boolean NOT NULL,
    away boolean NOT NULL,
    entry_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT empty_seat_is_empty CHECK (((entry_id IS NOT NULL) OR ((NOT away) AND (verified_at IS NULL) AND (NOT waits_for_button)))),
    CONSTRAINT tables_seat_number_check CHECK ((number >= 0))
);

ALTER TABLE public.tables_seat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_seat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tables_table (
    id bigint NOT NULL,
    number integer NOT NULL,
    seats smallint NOT NULL,
    state character varying(8) NOT NULL,
    players smallint NOT NULL,
    break_order integer NOT NULL,
    button_seat smallint,
    small_blind_seat smallint,
    big_blind_seat smallint,
    final boolean NOT NULL,
    broken_at timestamp with time zone,
    tournament_id bigint NOT NULL,
    small_blind_spot smallint,
    room_id bigint,
    positions_at timestamp with time zone,
    CONSTRAINT broken_table_has_no_room CHECK (((room_id IS NULL) OR (NOT ((state)::text = 'broken'::text)))),
    CONSTRAINT table_not_overfull CHECK ((players <= seats)),
    CONSTRAINT tables_table_big_blind_seat_check CHECK ((big_blind_seat >= 0)),
    CONSTRAINT tables_table_break_order_check CHECK ((break_order >= 0)),
    CONSTRAINT tables_table_button_seat_check CHECK ((button_seat >= 0)),
    CONSTRAINT tables_table_number_check CHECK ((number >= 0)),
    CONSTRAINT tables_table_players_check CHECK ((players >= 0)),
    CONSTRAINT tables_table_seats_check CHECK ((seats >= 0)),
    CONSTRAINT tables_table_small_blind_seat_check CHECK ((small_blind_seat >= 0)),
    CONSTRAINT tables_table_small_blind_spot_check CHECK ((small_blind_spot >= 0))
);

ALTER TABLE public.tables_table ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tables_table_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_clock (
    tournament_id bigint NOT NULL,
    state jsonb NOT NULL,
    level_index smallint NOT NULL,
    turn integer NOT NULL,
    deadline_at timestamp with time zone,
    frozen boolean NOT NULL,
    before jsonb,
    CONSTRAINT tournaments_clock_level_index_check CHECK ((level_index >= 0)),
    CONSTRAINT tournaments_clock_turn_check CHECK ((turn >= 0))
);

CREATE TABLE public.tournaments_debt (
    purchase_id bigint NOT NULL,
    state character varying(12) NOT NULL,
    amount_cents bigint NOT NULL,
    method character varying(10) NOT NULL,
    reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT debt_settled_once CHECK ((((settled_at IS NULL) AND ((state)::text = 'owed'::text)) OR ((NOT ((state)::text = 'owed'::text)) AND (settled_at IS NOT NULL)))),
    CONSTRAINT debt_written_off_with_a_reason CHECK (((NOT ((state)::text = 'written_off'::text)) OR (NOT ((reason)::text = ''::text)))),
    CONSTRAINT tournaments_debt_amount_cents_check CHECK ((amount_cents >= 0))
);

CREATE TABLE public.tournaments_elimination (
    id bigint NOT NULL,
    table_number integer NOT NULL,
    seat_number smallint NOT NULL,
    hand_for_hand_round integer NOT NULL,
    stack_chips_start integer,
    out_before integer,
    tied smallint NOT NULL,
    reason character varying(20) NOT NULL,
    by_entries jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    command_id uuid NOT NULL,
    tournament_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    chips_removed integer NOT NULL,
    lift_reason character varying(300) DEFAULT ''::character varying NOT NULL,
    lifted_at timestamp with time zone,
    takers character varying(6) NOT NULL,
    CONSTRAINT takers_named_or_none CHECK (((((takers)::text = 'named'::text) AND (NOT (by_entries = '[]'::jsonb))) OR (((takers)::text = ANY ((ARRAY[''::character varying, 'nobody'::character varying, 'open'::character varying])::text[])) AND (by_entries = '[]'::jsonb)))),
    CONSTRAINT tournaments_elimination_chips_removed_check CHECK ((chips_removed >= 0)),
    CONSTRAINT tournaments_elimination_hand_for_hand_round_check CHECK ((hand_for_hand_round >= 0)),
    CONSTRAINT tournaments_elimination_out_before_check CHECK ((out_before >= 0)),
    CONSTRAINT tournaments_elimination_seat_number_check CHECK ((seat_number >= 0)),
    CONSTRAINT tournaments_elimination_stack_chips_start_check CHECK ((stack_chips_start >= 0)),
    CONSTRAINT tournaments_elimination_table_number_check CHECK ((table_number >= 0)),
    CONSTRAINT tournaments_elimination_tied_check CHECK ((tied >= 0))
);

ALTER TABLE public.tournaments_elimination ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_elimination_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_entry (
    id bigint NOT NULL,
    ordinal smallint NOT NULL,
    state character varying(12) NOT NULL,
    price_cents bigint NOT NULL,
    surcharge_cents bigint NOT NULL,
    method character varying(10) NOT NULL,
    receipt character varying(24) NOT NULL,
    chips_issued integer NOT NULL,
    stack_chips integer,
    counted_at timestamp with time zone,
    paid_at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    registration_id bigint NOT NULL,
    counted_index smallint,
    CONSTRAINT tournaments_entry_chips_issued_check CHECK ((chips_issued >= 0)),
    CONSTRAINT tournaments_entry_counted_index_check CHECK ((counted_index >= 0)),
    CONSTRAINT tournaments_entry_ordinal_check CHECK ((ordinal >= 0)),
    CONSTRAINT tournaments_entry_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT tournaments_entry_stack_chips_check CHECK ((stack_chips >= 0)),
    CONSTRAINT tournaments_entry_surcharge_cents_check CHECK ((surcharge_cents >= 0))
);

ALTER TABLE public.tournaments_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_field (
    tournament_id bigint NOT NULL,
    entries_total integer NOT NULL,
    entries_unique integer NOT NULL,
    players_left integer NOT NULL,
    waiting integer NOT NULL,
    chips_issued bigint NOT NULL,
    chips_removed bigint NOT NULL,
    rebuys integer NOT NULL,
    add_ons integer NOT NULL,
    entries_closed_at timestamp with time zone,
    hand_for_hand_round integer NOT NULL,
    hand_for_hand boolean NOT NULL,
    final_table_at timestamp with time zone,
    tables_open integer NOT NULL,
    redrawn_with integer,
    undone integer NOT NULL,
    hand_for_hand_from integer DEFAULT 1 NOT NULL,
    time_up_at timestamp with time zone,
    CONSTRAINT field_chips_accounted CHECK ((chips_removed <= chips_issued)),
    CONSTRAINT field_left_within_total CHECK ((players_left <= entries_total)),
    CONSTRAINT tournaments_field_add_ons_check CHECK ((add_ons >= 0)),
    CONSTRAINT tournaments_field_entries_total_check CHECK ((entries_total >= 0)),
    CONSTRAINT tournaments_field_entries_unique_check CHECK ((entries_unique >= 0)),
    CONSTRAINT tournaments_field_hand_for_hand_from_check CHECK ((hand_for_hand_from >= 0)),
    CONSTRAINT tournaments_field_hand_for_hand_round_check CHECK ((hand_for_hand_round >= 0)),
    CONSTRAINT tournaments_field_players_left_check CHECK ((players_left >= 0)),
    CONSTRAINT tournaments_field_rebuys_check CHECK ((rebuys >= 0)),
    CONSTRAINT tournaments_field_redrawn_with_check CHECK ((redrawn_with >= 0)),
    CONSTRAINT tournaments_field_tables_open_check CHECK ((tables_open >= 0)),
    CONSTRAINT tournaments_field_undone_check CHECK ((undone >= 0)),
    CONSTRAINT tournaments_field_waiting_check CHECK ((waiting >= 0))
);

CREATE TABLE public.tournaments_housetemplate (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    "values" jsonb NOT NULL,
    policies jsonb NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    opens_seconds_before integer,
    created_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    venue_id bigint NOT NULL,
    CONSTRAINT tournaments_housetemplate_opens_seconds_before_check CHECK ((opens_seconds_before >= 0))
);

ALTER TABLE public.tournaments_housetemplate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_housetemplate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_levelannouncement (
    id bigint NOT NULL,
    turn integer NOT NULL,
    level_index smallint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    announced_at timestamp with time zone NOT NULL,
    clock_id bigint NOT NULL,
    CONSTRAINT tournaments_levelannouncement_level_index_check CHECK ((level_index >= 0)),
    CONSTRAINT tournaments_levelannouncement_turn_check CHECK ((turn >= 0))
);

ALTER TABLE public.tournaments_levelannouncement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_levelannouncement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_notice (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    fact_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    told jsonb NOT NULL,
    state character varying(8) NOT NULL,
    tries smallint NOT NULL,
    next_at timestamp with time zone NOT NULL,
    useful_until timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    player_id bigint NOT NULL,
    tournament_id bigint,
    venue_id bigint,
    CONSTRAINT notice_about_one CHECK ((((tournament_id IS NOT NULL) AND (venue_id IS NULL)) OR ((tournament_id IS NULL) AND (venue_id IS NOT NULL)))),
    CONSTRAINT notice_sent_when CHECK ((((sent_at IS NOT NULL) AND ((state)::text = 'sent'::text)) OR ((NOT ((state)::text = 'sent'::text)) AND (sent_at IS NULL)))),
    CONSTRAINT tournaments_notice_tries_check CHECK ((tries >= 0))
);

ALTER TABLE public.tournaments_notice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_order (
    id bigint NOT NULL,
    kind character varying(9) NOT NULL,
    count smallint NOT NULL,
    stack_chips integer,
    method character varying(8) NOT NULL,
    price_cents bigint NOT NULL,
    code character varying(12) NOT NULL,
    state character varying(9) NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_order_count_check CHECK ((count >= 0)),
    CONSTRAINT tournaments_order_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT tournaments_order_stack_chips_check CHECK ((stack_chips >= 0))
);

ALTER TABLE public.tournaments_order ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_order_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_purchase (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    price_cents bigint NOT NULL,
    surcharge_cents bigint NOT NULL,
    chips integer NOT NULL,
    method character varying(10) NOT NULL,
    receipt character varying(24) NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    command_id uuid NOT NULL,
    entry_id bigint NOT NULL,
    brought_at timestamp with time zone,
    CONSTRAINT tournaments_purchase_chips_check CHECK ((chips >= 0)),
    CONSTRAINT tournaments_purchase_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT tournaments_purchase_surcharge_cents_check CHECK ((surcharge_cents >= 0))
);

ALTER TABLE public.tournaments_purchase ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_purchase_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_receiptnumber (
    id bigint NOT NULL,
    number bigint NOT NULL,
    receipt character varying(24) NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT receipt_number_from_one CHECK ((number > 0)),
    CONSTRAINT tournaments_receiptnumber_number_check CHECK ((number >= 0))
);

ALTER TABLE public.tournaments_receiptnumber ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_receiptnumber_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_receiptsread (
    tournament_id bigint NOT NULL,
    seq bigint NOT NULL
);

CREATE TABLE public.tournaments_registration (
    id bigint NOT NULL,
    state character varying(12) NOT NULL,
    method character varying(10) NOT NULL,
    code character varying(12) NOT NULL,
    terms_version character varying(20) NOT NULL,
    terms_accepted_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    cancelled_at timestamp with time zone,
    cancel_reason character varying(300) NOT NULL,
    player_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    paid_at timestamp with time zone,
    price_cents bigint,
    CONSTRAINT tournaments_registration_price_cents_check CHECK ((price_cents >= 0))
);

ALTER TABLE public.tournaments_registration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_registration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_ruleset (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    base character varying(60) NOT NULL,
    policies jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    venue_id bigint NOT NULL
);

ALTER TABLE public.tournaments_ruleset ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_ruleset_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_screen (
    code character varying(6) NOT NULL,
    sound boolean NOT NULL,
    paired_at timestamp with time zone NOT NULL,
    tournament_id bigint NOT NULL,
    venue_id bigint NOT NULL,
    layout character varying(8) NOT NULL,
    name character varying(40) NOT NULL,
    role character varying(12) NOT NULL,
    table_number integer,
    volume smallint NOT NULL,
    voice boolean NOT NULL,
    CONSTRAINT screen_layout_known CHECK (((layout)::text = ANY ((ARRAY['classic'::character varying, 'poster'::character varying])::text[]))),
    CONSTRAINT screen_role_known CHECK (((role)::text = ANY ((ARRAY['clock'::character varying, 'seats'::character varying, 'payouts'::character varying, 'final_table'::character varying, 'table'::character varying, 'lobby'::character varying, 'schedule'::character varying, 'overlay'::character varying, 'sponsors'::character varying])::text[]))),
    CONSTRAINT screen_table_of_its_role CHECK (((((role)::text = 'table'::text) AND (table_number IS NOT NULL)) OR ((NOT ((role)::text = 'table'::text)) AND (table_number IS NULL)))),
    CONSTRAINT screen_volume_per_cent CHECK ((volume <= 100)),
    CONSTRAINT tournaments_screen_table_number_check CHECK ((table_number >= 0)),
    CONSTRAINT tournaments_screen_volume_check CHECK ((volume >= 0))
);

CREATE TABLE public.tournaments_season (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    points_c_milli integer NOT NULL,
    series_id bigint NOT NULL,
    CONSTRAINT season_ends_after_start CHECK ((ends_on >= starts_on)),
    CONSTRAINT tournaments_season_points_c_milli_check CHECK ((points_c_milli >= 0))
);

ALTER TABLE public.tournaments_season ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_season_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_series (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    slug character varying(60) NOT NULL,
    venue_id bigint NOT NULL
);

ALTER TABLE public.tournaments_series ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_series_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_slot (
    id bigint NOT NULL,
    entry_id bigint,
    tournament_id bigint NOT NULL
);

ALTER TABLE public.tournaments_slot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_slot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_sponsor (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    "position" smallint,
    picture character varying(16) NOT NULL,
    media character varying(10) NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    content bytea NOT NULL,
    added_at timestamp with time zone NOT NULL,
    venue_id bigint NOT NULL,
    CONSTRAINT sponsor_has_name CHECK ((NOT ((name)::text = ''::text))),
    CONSTRAINT sponsor_position_bounded CHECK ((("position" >= 1) AND ("position" <= 12))),
    CONSTRAINT tournaments_sponsor_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_sponsor_position_check CHECK (("position" >= 0)),
    CONSTRAINT tournaments_sponsor_width_check CHECK ((width >= 0))
);

ALTER TABLE public.tournaments_sponsor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sponsor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_stage (
    id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(120) NOT NULL,
    place character varying(120) NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    season_id bigint NOT NULL,
    CONSTRAINT stage_ends_after_start CHECK ((ends_on >= starts_on)),
    CONSTRAINT tournaments_stage_number_check CHECK ((number >= 0))
);

ALTER TABLE public.tournaments_stage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_stage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_takersnaming (
    id bigint NOT NULL,
    was character varying(6) NOT NULL,
    by_entries_before jsonb NOT NULL,
    takers character varying(6) NOT NULL,
    by_entries jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    command_id uuid NOT NULL,
    elimination_id bigint NOT NULL
);

ALTER TABLE public.tournaments_takersnaming ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_takersnaming_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_tournament (
    id bigint NOT NULL,
    number integer NOT NULL,
    name character varying(120) NOT NULL,
    variant character varying(30) NOT NULL,
    format character varying(20) NOT NULL,
    online boolean NOT NULL,
    main_event boolean NOT NULL,
    high_roller boolean NOT NULL,
    practice boolean NOT NULL,
    state character varying(20) NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    registration_opens_at timestamp with time zone,
    currency character varying(3) NOT NULL,
    price_cents bigint NOT NULL,
    split jsonb NOT NULL,
    guarantee_cents bigint NOT NULL,
    starting_stack_chips integer NOT NULL,
    seats_per_table smallint NOT NULL,
    capacity integer,
    structure jsonb NOT NULL,
    late_registration_level smallint NOT NULL,
    re_entries_per_player smallint,
    rebuy jsonb,
    add_on jsonb,
    time_chip_chips integer NOT NULL,
    payout_table jsonb NOT NULL,
    rule_set character varying(60) NOT NULL,
    policies jsonb NOT NULL,
    ranking_weight_milli integer NOT NULL,
    ranks boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    cancel_reason character varying(300) NOT NULL,
    stage_id bigint,
    venue_id bigint NOT NULL,
    alternates boolean NOT NULL,
    chip_set jsonb NOT NULL,
    surrender boolean NOT NULL,
    redraw_at jsonb NOT NULL,
    time_chip_minutes_before_start smallint NOT NULL,
    late_registration_minutes smallint,
    cancel_minutes_before_start integer,
    prize_unit_cents integer DEFAULT 1 NOT NULL,
    first_table_number integer,
    price_periods jsonb DEFAULT '[]'::jsonb NOT NULL,
    revised_at timestamp with time zone,
    revision integer DEFAULT 0 NOT NULL,
    length_minutes smallint,
    CONSTRAINT capacity_two_up CHECK (((capacity IS NULL) OR (capacity >= 2))),
    CONSTRAINT play_money_is_practice CHECK ((practice OR (NOT ((currency)::text = 'XTS'::text)))),
    CONSTRAINT seats_2_to_10 CHECK (((seats_per_table >= 2) AND (seats_per_table <= 10))),
    CONSTRAINT starting_stack_positive CHECK ((starting_stack_chips > 0)),
    CONSTRAINT tournaments_tournament_cancel_minutes_before_start_check CHECK ((cancel_minutes_before_start >= 0)),
    CONSTRAINT tournaments_tournament_capacity_check CHECK ((capacity >= 0)),
    CONSTRAINT tournaments_tournament_first_table_number_check CHECK ((first_table_number >= 0)),
    CONSTRAINT tournaments_tournament_guarantee_cents_check CHECK ((guarantee_cents >= 0)),
    CONSTRAINT tournaments_tournament_late_registration_level_check CHECK ((late_registration_level >= 0)),
    CONSTRAINT tournaments_tournament_late_registration_minutes_check CHECK ((late_registration_minutes >= 0)),
    CONSTRAINT tournaments_tournament_length_minutes_check CHECK ((length_minutes >= 0)),
    CONSTRAINT tournaments_tournament_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_tournament_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT tournaments_tournament_prize_unit_cents_check CHECK ((prize_unit_cents >= 0)),
    CONSTRAINT tournaments_tournament_ranking_weight_milli_check CHECK ((ranking_weight_milli >= 0)),
    CONSTRAINT tournaments_tournament_re_entries_per_player_check CHECK ((re_entries_per_player >= 0)),
    CONSTRAINT tournaments_tournament_revision_check CHECK ((revision >= 0)),
    CONSTRAINT tournaments_tournament_seats_per_table_check CHECK ((seats_per_table >= 0)),
    CONSTRAINT tournaments_tournament_starting_stack_chips_check CHECK ((starting_stack_chips >= 0)),
    CONSTRAINT tournaments_tournament_time_chip_chips_check CHECK ((time_chip_chips >= 0)),
    CONSTRAINT tournaments_tournament_time_chip_minutes_before_start_check CHECK ((time_chip_minutes_before_start >= 0))
);

ALTER TABLE public.tournaments_tournament ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tournament_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_untoldfield (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    shown_at timestamp with time zone NOT NULL,
    before jsonb NOT NULL,
    tournament_id bigint NOT NULL
);

ALTER TABLE public.tournaments_untoldfield ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_untoldfield_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_venue (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    slug character varying(60) NOT NULL,
    city character varying(120) NOT NULL,
    currency character varying(3) NOT NULL,
    timezone character varying(60) NOT NULL,
    language character varying(8) NOT NULL,
    terms_version character varying(20) NOT NULL,
    terms_text text NOT NULL,
    surcharges_bp jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    frozen_at timestamp with time zone,
    pix_key character varying(77) NOT NULL,
    pix_receiver character varying(25) NOT NULL,
    pix_city character varying(15) NOT NULL,
    address character varying(200) NOT NULL,
    excluded_prizes character varying(6) DEFAULT 'hold'::character varying NOT NULL,
    tax_id character varying(20) DEFAULT ''::character varying NOT NULL,
    cash_tables boolean DEFAULT false NOT NULL,
    bank_account character varying(300) DEFAULT ''::character varying NOT NULL,
    phone_money boolean DEFAULT false NOT NULL,
    CONSTRAINT venue_has_slug CHECK ((NOT ((slug)::text = ''::text)))
);

ALTER TABLE public.tournaments_venue ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_venue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_venuecolours (
    venue_id bigint NOT NULL,
    first character varying(7) NOT NULL,
    second character varying(7) NOT NULL,
    ground character varying(6) NOT NULL,
    tokens jsonb NOT NULL,
    name character varying(16) NOT NULL,
    changed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.tournaments_venuelogo (
    venue_id bigint NOT NULL,
    name character varying(16) NOT NULL,
    media character varying(10) NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    content bytea NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT tournaments_venuelogo_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_venuelogo_width_check CHECK ((width >= 0))
);

CREATE TABLE public.tournaments_venuemailoff (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    venue_id bigint NOT NULL
);

ALTER TABLE public.tournaments_venuemailoff ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_venuemailoff_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tournaments_wall (
    tournament_id bigint NOT NULL,
    show character varying(8) NOT NULL,
    message character varying(200) NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.play_packedacts
    ADD CONSTRAINT acts_packed_once UNIQUE (table_id, first_number);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_countedday
    ADD CONSTRAINT day_counted_once UNIQUE (venue_id, kind, since);

ALTER TABLE ONLY public.dispatch_command
    ADD CONSTRAINT dispatch_command_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_cursor
    ADD CONSTRAINT dispatch_cursor_once UNIQUE (reader_id, stream);

ALTER TABLE ONLY public.dispatch_cursor
    ADD CONSTRAINT dispatch_cursor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_deadletter
    ADD CONSTRAINT dispatch_deadletter_once UNIQUE (reader_id, fact_id, key);

ALTER TABLE ONLY public.dispatch_deadletter
    ADD CONSTRAINT dispatch_deadletter_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_fact
    ADD CONSTRAINT dispatch_fact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_fact
    ADD CONSTRAINT dispatch_fact_stream_seq UNIQUE (stream, seq);

ALTER TABLE ONLY public.dispatch_pack
    ADD CONSTRAINT dispatch_pack_once UNIQUE (stream, first_seq);

ALTER TABLE ONLY public.dispatch_pack
    ADD CONSTRAINT dispatch_pack_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_reader
    ADD CONSTRAINT dispatch_reader_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.dispatch_stream
    ADD CONSTRAINT dispatch_stream_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);

ALTER TABLE ONLY public.tables_draw
    ADD CONSTRAINT draw_number UNIQUE (tournament_id, number);

ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT entry_receipt UNIQUE (receipt);

ALTER TABLE ONLY public.tables_handdone
    ADD CONSTRAINT hand_done_once UNIQUE (table_id, round);

ALTER TABLE ONLY public.play_dealthand
    ADD CONSTRAINT hand_of_table UNIQUE (table_id, number);

ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_once UNIQUE NULLS NOT DISTINCT (tournament_id, kind, venue_id, season_id, player_id, play_table_id, unit);

ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_unit UNIQUE (id, unit);

ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_reverses_id_key UNIQUE (reverses_id);

ALTER TABLE ONLY public.tournaments_levelannouncement
    ADD CONSTRAINT level_announced_once UNIQUE (clock_id, turn);

ALTER TABLE ONLY public.people_mailoff
    ADD CONSTRAINT mail_off_once UNIQUE (user_id, kind);

ALTER TABLE ONLY public.tournaments_notice
    ADD CONSTRAINT notice_once UNIQUE (fact_id, player_id, kind);

ALTER TABLE ONLY public.play_caseplayer
    ADD CONSTRAINT once_in_a_case UNIQUE (case_id, player_id);

ALTER TABLE ONLY public.play_handact
    ADD CONSTRAINT one_act_a_turn UNIQUE (hand_id, turn);

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT one_origin_a_sitting UNIQUE (sitting_id);

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT one_origin_a_tournament UNIQUE (tournament_id, player_id);

ALTER TABLE ONLY public.play_originkey
    ADD CONSTRAINT one_origin_key_a_month UNIQUE (month, made_with);

ALTER TABLE ONLY public.play_pairofday
    ADD CONSTRAINT one_pair_a_day UNIQUE (day_id, first_id, second_id, currency);

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT one_part_a_hand UNIQUE (hand_id, player_id);

ALTER TABLE ONLY public.play_playerofday
    ADD CONSTRAINT one_player_a_day UNIQUE (day_id, player_id, currency);

ALTER TABLE ONLY public.payouts_repayment
    ADD CONSTRAINT one_repayment_of_a_kind UNIQUE (tournament_id, player_id, kind, method);

ALTER TABLE ONLY public.payouts_dealvote
    ADD CONSTRAINT one_vote_per_entry UNIQUE (deal_id, entry_id);

ALTER TABLE ONLY public.play_packedparts
    ADD CONSTRAINT parts_packed_once UNIQUE (player_id, last_id);

ALTER TABLE ONLY public.payouts_award
    ADD CONSTRAINT payouts_award_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_cancellation
    ADD CONSTRAINT payouts_cancellation_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.payouts_deal
    ADD CONSTRAINT payouts_deal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_dealvote
    ADD CONSTRAINT payouts_dealvote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_ending
    ADD CONSTRAINT payouts_ending_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_payin
    ADD CONSTRAINT payouts_payin_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_prizepool
    ADD CONSTRAINT payouts_prizepool_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.payouts_repayment
    ADD CONSTRAINT payouts_repayment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_score
    ADD CONSTRAINT payouts_score_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_unclaimedmoney
    ADD CONSTRAINT payouts_unclaimedmoney_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_withdrawal
    ADD CONSTRAINT payouts_withdrawal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.people_device
    ADD CONSTRAINT people_device_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_device
    ADD CONSTRAINT people_device_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.people_emailcode
    ADD CONSTRAINT people_emailcode_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_exclusion
    ADD CONSTRAINT people_exclusion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_filechange
    ADD CONSTRAINT people_filechange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_mailoff
    ADD CONSTRAINT people_mailoff_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_operatorpin
    ADD CONSTRAINT people_operatorpin_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_operatorpin
    ADD CONSTRAINT people_operatorpin_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.people_player
    ADD CONSTRAINT people_player_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_player
    ADD CONSTRAINT people_player_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.people_playlimit
    ADD CONSTRAINT people_playlimit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_privacytext
    ADD CONSTRAINT people_privacytext_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_profile
    ADD CONSTRAINT people_profile_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.people_secondfactor
    ADD CONSTRAINT people_secondfactor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_secondfactor
    ADD CONSTRAINT people_secondfactor_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.people_staffrole
    ADD CONSTRAINT people_staffrole_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_email_key UNIQUE (email);

ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_group_id_60378d34_uniq UNIQUE (user_id, group_id);

ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permiss_user_id_permission_id_a7ac6748_uniq UNIQUE (user_id, permission_id);

ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_caseentry
    ADD CONSTRAINT play_caseentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_caseplayer
    ADD CONSTRAINT play_caseplayer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_complaint
    ADD CONSTRAINT play_complaint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_countedday
    ADD CONSTRAINT play_countedday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_dealthand
    ADD CONSTRAINT play_dealthand_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_handact
    ADD CONSTRAINT play_handact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT play_handofplayer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_handopening
    ADD CONSTRAINT play_handopening_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_integritycase
    ADD CONSTRAINT play_integritycase_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_lineshold
    ADD CONSTRAINT play_lineshold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_originkey
    ADD CONSTRAINT play_originkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_originwatch
    ADD CONSTRAINT play_originwatch_pkey PRIMARY KEY (venue_id);

ALTER TABLE ONLY public.play_packedacts
    ADD CONSTRAINT play_packedacts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_packedparts
    ADD CONSTRAINT play_packedparts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_pairofday
    ADD CONSTRAINT play_pairofday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_playerofday
    ADD CONSTRAINT play_playerofday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT play_playorigin_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_playtable
    ADD CONSTRAINT play_playtable_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_sitting
    ADD CONSTRAINT play_sitting_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_tablestop
    ADD CONSTRAINT play_tablestop_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_untoldchange
    ADD CONSTRAINT play_untoldchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.play_waitingplace
    ADD CONSTRAINT play_waitingplace_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_receiptnumber
    ADD CONSTRAINT receipt_number_of_house UNIQUE (venue_id, number);

ALTER TABLE ONLY public.tournaments_receiptnumber
    ADD CONSTRAINT receipt_numbered_once UNIQUE (receipt);

ALTER TABLE ONLY public.tournaments_registration
    ADD CONSTRAINT registration_code UNIQUE (tournament_id, code);

ALTER TABLE ONLY public.tournaments_ruleset
    ADD CONSTRAINT rule_set_name_in_venue UNIQUE (venue_id, name);

ALTER TABLE ONLY public.tables_satout
    ADD CONSTRAINT sat_out_once UNIQUE (penalty_id, round);

ALTER TABLE ONLY public.tournaments_season
    ADD CONSTRAINT season_name_in_series UNIQUE (series_id, name);

ALTER TABLE ONLY public.tables_seat
    ADD CONSTRAINT seat_number UNIQUE (table_id, number);

ALTER TABLE ONLY public.seen_file
    ADD CONSTRAINT seen_file_once_an_hour UNIQUE (player_id, user_id, venue_id, hour);

ALTER TABLE ONLY public.seen_file
    ADD CONSTRAINT seen_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_series
    ADD CONSTRAINT series_slug_in_venue UNIQUE (venue_id, slug);

ALTER TABLE ONLY public.signed_in_session
    ADD CONSTRAINT signed_in_session_pkey PRIMARY KEY (session_key);

ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT sponsor_position_in_venue UNIQUE (venue_id, "position") DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT stage_number_in_season UNIQUE (season_id, number);

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT table_number UNIQUE (tournament_id, number);

ALTER TABLE ONLY public.tables_chipcount
    ADD CONSTRAINT tables_chipcount_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_draw
    ADD CONSTRAINT tables_draw_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_drawbook
    ADD CONSTRAINT tables_drawbook_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.tables_handdone
    ADD CONSTRAINT tables_handdone_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_move
    ADD CONSTRAINT tables_move_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_penalty
    ADD CONSTRAINT tables_penalty_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_ruling
    ADD CONSTRAINT tables_ruling_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_satout
    ADD CONSTRAINT tables_satout_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_seat
    ADD CONSTRAINT tables_seat_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY public.tables_seat
    ADD CONSTRAINT tables_seat_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_clock
    ADD CONSTRAINT tournaments_clock_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.tournaments_debt
    ADD CONSTRAINT tournaments_debt_pkey PRIMARY KEY (purchase_id);

ALTER TABLE ONLY public.tournaments_elimination
    ADD CONSTRAINT tournaments_elimination_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_field
    ADD CONSTRAINT tournaments_field_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.tournaments_housetemplate
    ADD CONSTRAINT tournaments_housetemplate_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_levelannouncement
    ADD CONSTRAINT tournaments_levelannouncement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_notice
    ADD CONSTRAINT tournaments_notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_order
    ADD CONSTRAINT tournaments_order_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_purchase
    ADD CONSTRAINT tournaments_purchase_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_purchase
    ADD CONSTRAINT tournaments_purchase_receipt_key UNIQUE (receipt);

ALTER TABLE ONLY public.tournaments_receiptnumber
    ADD CONSTRAINT tournaments_receiptnumber_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_receiptsread
    ADD CONSTRAINT tournaments_receiptsread_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.tournaments_registration
    ADD CONSTRAINT tournaments_registration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_ruleset
    ADD CONSTRAINT tournaments_ruleset_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_screen
    ADD CONSTRAINT tournaments_screen_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.tournaments_season
    ADD CONSTRAINT tournaments_season_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_series
    ADD CONSTRAINT tournaments_series_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_slot
    ADD CONSTRAINT tournaments_slot_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY public.tournaments_slot
    ADD CONSTRAINT tournaments_slot_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT tournaments_sponsor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_takersnaming
    ADD CONSTRAINT tournaments_takersnaming_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_untoldfield
    ADD CONSTRAINT tournaments_untoldfield_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_venue
    ADD CONSTRAINT tournaments_venue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_venue
    ADD CONSTRAINT tournaments_venue_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.tournaments_venuecolours
    ADD CONSTRAINT tournaments_venuecolours_pkey PRIMARY KEY (venue_id);

ALTER TABLE ONLY public.tournaments_venuelogo
    ADD CONSTRAINT tournaments_venuelogo_pkey PRIMARY KEY (venue_id);

ALTER TABLE ONLY public.tournaments_venuemailoff
    ADD CONSTRAINT tournaments_venuemailoff_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tournaments_wall
    ADD CONSTRAINT tournaments_wall_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY public.tournaments_venuemailoff
    ADD CONSTRAINT venue_mail_off_once UNIQUE (venue_id, kind);

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);

CREATE INDEX award_owed ON public.payouts_award USING btree (due_on) WHERE ((state)::text = 'owed'::text);

CREATE INDEX award_place ON public.payouts_award USING btree (tournament_id, place);

CREATE INDEX cases_of_house ON public.play_integritycase USING btree (venue_id, id DESC);

CREATE INDEX clock_due ON public.tournaments_clock USING btree (deadline_at) WHERE (deadline_at IS NOT NULL);

CREATE INDEX complaints_of_house ON public.play_complaint USING btree (venue_id, state, id);

CREATE INDEX debt_open ON public.tournaments_debt USING btree (tournament_id) WHERE ((state)::text = 'owed'::text);

CREATE INDEX dispatch_deadletter_open ON public.dispatch_deadletter USING btree (stream) WHERE (state = ANY (ARRAY['dead'::text, 'again'::text]));

CREATE INDEX dispatch_fact_command_id_21da7982 ON public.dispatch_fact USING btree (command_id);

CREATE INDEX dispatch_fact_unsealed ON public.dispatch_fact USING btree (stream, id) WHERE (seq IS NULL);

CREATE INDEX dispatch_pack_by_time ON public.dispatch_pack USING btree (stream, last_at);

CREATE INDEX dispatch_reader_name_13b631ca_like ON public.dispatch_reader USING btree (name text_pattern_ops);

CREATE INDEX dispatch_stream_name_85c625e1_like ON public.dispatch_stream USING btree (name text_pattern_ops);

CREATE INDEX dispatch_stream_unpublished ON public.dispatch_stream USING btree (name) WHERE (published_seq < seq);

CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);

CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);

CREATE INDEX elimination_at_table ON public.tournaments_elimination USING btree (tournament_id, table_number, id DESC);

CREATE INDEX elimination_command ON public.tournaments_elimination USING btree (command_id);

CREATE INDEX elimination_order ON public.tournaments_elimination USING btree (tournament_id, out_before DESC) WHERE (undone_at IS NULL);

CREATE INDEX elimination_takers_open ON public.tournaments_elimination USING btree (tournament_id, id) WHERE (((takers)::text = 'open'::text) AND (undone_at IS NULL));

CREATE INDEX entry_by_state ON public.tournaments_entry USING btree (tournament_id, state);

CREATE INDEX entry_waiting_line ON public.tournaments_entry USING btree (tournament_id, id) WHERE ((state)::text = 'waiting'::text);

CREATE INDEX hands_by_end ON public.play_dealthand USING btree (closed_at);

CREATE INDEX hands_of_player ON public.play_handofplayer USING btree (player_id, id);

CREATE INDEX hands_of_player_at_table ON public.play_handofplayer USING btree (player_id, table_id, id);

CREATE INDEX ledger_account_venue ON public.ledger_account USING btree (venue_id) WHERE (venue_id IS NOT NULL);

CREATE INDEX ledger_account_wallet ON public.ledger_account USING btree (player_id, unit) WHERE ((kind)::text = 'player'::text);

CREATE INDEX ledger_transfer_ahead ON public.ledger_transfer USING btree (credit_account_id) WHERE (((reference)::text ~~ 'registration:%'::text) AND (reverses_id IS NULL));

CREATE INDEX ledger_transfer_at ON public.ledger_transfer USING brin (at);

CREATE INDEX ledger_transfer_command ON public.ledger_transfer USING btree (command_id);

CREATE INDEX ledger_transfer_credit ON public.ledger_transfer USING btree (credit_account_id, id) INCLUDE (amount_cents);

CREATE INDEX ledger_transfer_debit ON public.ledger_transfer USING btree (debit_account_id, id) INCLUDE (amount_cents);

CREATE INDEX ledger_transfer_reference ON public.ledger_transfer USING btree (reference) WHERE (NOT ((reference)::text = ''::text));

CREATE INDEX ledger_transfer_tournament ON public.ledger_transfer USING btree (tournament_id) WHERE (tournament_id IS NOT NULL);

CREATE INDEX lines_holds_of_table ON public.play_lineshold USING btree (table_id, held_at DESC);

CREATE INDEX lines_holds_of_tournament ON public.play_lineshold USING btree (tournament_id, held_at DESC);

CREATE INDEX lines_holds_that_stand ON public.play_lineshold USING btree (until) WHERE (ended_at IS NULL);

CREATE INDEX move_command ON public.tables_move USING btree (command_id);

CREATE INDEX move_from_table ON public.tables_move USING btree (tournament_id, from_table_number, id DESC);

CREATE INDEX move_of_entry ON public.tables_move USING btree (entry_id, id DESC);

CREATE INDEX notice_of_player ON public.tournaments_notice USING btree (player_id, id DESC);

CREATE INDEX notice_of_tournament ON public.tournaments_notice USING btree (tournament_id, state);

CREATE INDEX notice_of_venue ON public.tournaments_notice USING btree (venue_id, state) WHERE (venue_id IS NOT NULL);

CREATE INDEX notice_waiting ON public.tournaments_notice USING btree (next_at) WHERE ((state)::text = 'waiting'::text);

CREATE INDEX offers_that_stand ON public.play_waitingplace USING btree (offered_until) WHERE ((ended_at IS NULL) AND (offered_until IS NOT NULL));

CREATE UNIQUE INDEX one_award_per_entry ON public.payouts_award USING btree (entry_id) WHERE (NOT ((state)::text = 'void'::text));

CREATE UNIQUE INDEX one_deal_made ON public.payouts_deal USING btree (tournament_id) WHERE (((state)::text = 'made'::text) AND (NOT ((kind)::text = 'extra'::text)));

CREATE UNIQUE INDEX one_deal_of_extra_places ON public.payouts_deal USING btree (tournament_id) WHERE (((kind)::text = 'extra'::text) AND ((state)::text = 'made'::text));

CREATE UNIQUE INDEX one_ending_stands ON public.payouts_ending USING btree (tournament_id) WHERE (undone_at IS NULL);

CREATE UNIQUE INDEX one_lines_hold_a_table ON public.play_lineshold USING btree (table_id) WHERE ((ended_at IS NULL) AND (table_id IS NOT NULL));

CREATE UNIQUE INDEX one_lines_hold_a_tournament ON public.play_lineshold USING btree (tournament_id) WHERE ((ended_at IS NULL) AND (tournament_id IS NOT NULL));

CREATE UNIQUE INDEX one_live_entry_per_person ON public.tournaments_entry USING btree (tournament_id, player_id) WHERE ((state)::text = ANY ((ARRAY['waiting'::character varying, 'registered'::character varying, 'playing'::character varying])::text[]));

CREATE UNIQUE INDEX one_open_complaint_a_hand ON public.play_complaint USING btree (hand_id, player_id) WHERE ((state)::text = 'open'::text);

CREATE UNIQUE INDEX one_open_deal ON public.payouts_deal USING btree (tournament_id) WHERE ((state)::text = 'open'::text);

CREATE UNIQUE INDEX one_open_order ON public.tournaments_order USING btree (tournament_id, player_id) WHERE ((state)::text = 'open'::text);

CREATE UNIQUE INDEX one_person_a_seat ON public.play_sitting USING btree (table_id, seat) WHERE (left_at IS NULL);

CREATE UNIQUE INDEX one_play_table_a_table ON public.play_playtable USING btree (tournament_id, table_number) WHERE (tournament_id IS NOT NULL);

CREATE UNIQUE INDEX one_registration_per_person ON public.tournaments_registration USING btree (tournament_id, player_id) WHERE (NOT ((state)::text = 'cancelled'::text));

CREATE UNIQUE INDEX one_score_per_entry ON public.payouts_score USING btree (entry_id) WHERE (undone_at IS NULL);

CREATE UNIQUE INDEX one_seat_a_person ON public.play_sitting USING btree (table_id, player_id) WHERE (left_at IS NULL);

CREATE UNIQUE INDEX one_waiting_place_a_person ON public.play_waitingplace USING btree (table_id, player_id) WHERE (ended_at IS NULL);

CREATE INDEX openings_of_house ON public.play_handopening USING btree (venue_id, id DESC);

CREATE INDEX origins_by_age ON public.play_playorigin USING btree (at);

CREATE INDEX origins_of_player ON public.play_playorigin USING btree (player_id, at);

CREATE UNIQUE INDEX out_only_once ON public.tournaments_elimination USING btree (entry_id) WHERE (undone_at IS NULL);

CREATE INDEX packed_parts_by_end ON public.play_packedparts USING btree (last_at);

CREATE INDEX pay_ins_of_house ON public.payouts_payin USING btree (venue_id, state, id);

CREATE INDEX pay_ins_of_player ON public.payouts_payin USING btree (player_id, id DESC);

CREATE INDEX payouts_award_entry_id_76e87e26 ON public.payouts_award USING btree (entry_id);

CREATE INDEX payouts_award_player_id_afbf43d7 ON public.payouts_award USING btree (player_id);

CREATE INDEX payouts_award_tournament_id_db869cd3 ON public.payouts_award USING btree (tournament_id);

CREATE INDEX payouts_deal_by_id_0977a804 ON public.payouts_deal USING btree (by_id);

CREATE INDEX payouts_deal_tournament_id_2c8833a4 ON public.payouts_deal USING btree (tournament_id);

CREATE INDEX payouts_dealvote_deal_id_6d2677fa ON public.payouts_dealvote USING btree (deal_id);

CREATE INDEX payouts_dealvote_entry_id_d5a0652d ON public.payouts_dealvote USING btree (entry_id);

CREATE INDEX payouts_ending_tournament_id_feb02b50 ON public.payouts_ending USING btree (tournament_id);

CREATE INDEX payouts_ending_winner_id_91b4c474 ON public.payouts_ending USING btree (winner_id);

CREATE INDEX payouts_fundpayment_by_id_931a05de ON public.payouts_fundpayment USING btree (by_id);

CREATE INDEX payouts_fundpayment_player_id_347fea2d ON public.payouts_fundpayment USING btree (player_id);

CREATE INDEX payouts_fundpayment_season_id_312b8131 ON public.payouts_fundpayment USING btree (season_id);

CREATE INDEX payouts_fundpayment_tournament_id_c2c39227 ON public.payouts_fundpayment USING btree (tournament_id);

CREATE INDEX payouts_fundpayment_venue_id_85b35141 ON public.payouts_fundpayment USING btree (venue_id);

CREATE INDEX payouts_payin_second_of_id_0dac05e4 ON public.payouts_payin USING btree (second_of_id);

CREATE INDEX payouts_repayment_player_id_96b0f3e1 ON public.payouts_repayment USING btree (player_id);

CREATE INDEX payouts_score_entry_id_6a41748c ON public.payouts_score USING btree (entry_id);

CREATE INDEX payouts_score_player_id_d02947f6 ON public.payouts_score USING btree (player_id);

CREATE INDEX payouts_score_season_id_5f0db480 ON public.payouts_score USING btree (season_id);

CREATE INDEX payouts_score_tournament_id_b2aac515 ON public.payouts_score USING btree (tournament_id);

CREATE INDEX people_apitoken_device_id_064774cc ON public.people_apitoken USING btree (device_id);

CREATE INDEX people_apitoken_token_hash_60d3168c_like ON public.people_apitoken USING btree (token_hash varchar_pattern_ops);

CREATE INDEX people_apitoken_user_id_36fa5f8b ON public.people_apitoken USING btree (user_id);

CREATE INDEX people_device_paired_by_id_619c18f3 ON public.people_device USING btree (paired_by_id);

CREATE INDEX people_device_token_hash_8cae0177_like ON public.people_device USING btree (token_hash varchar_pattern_ops);

CREATE INDEX people_device_venue_id_0d512b18 ON public.people_device USING btree (venue_id);

CREATE INDEX people_emailcode_age ON public.people_emailcode USING btree (made_at);

CREATE INDEX people_emailcode_of_address ON public.people_emailcode USING btree (email, made_at);

CREATE INDEX people_exclusion_in_force ON public.people_exclusion USING btree (player_id) WHERE (lifted_at IS NULL);

CREATE INDEX people_exclusion_lifted_by_id_65fe86d1 ON public.people_exclusion USING btree (lifted_by_id);

CREATE INDEX people_exclusion_made_by_id_750cc83f ON public.people_exclusion USING btree (made_by_id);

CREATE INDEX people_exclusion_player_id_c6897594 ON public.people_exclusion USING btree (player_id);

CREATE INDEX people_filechange_changed_by_id_4df45540 ON public.people_filechange USING btree (changed_by_id);

CREATE INDEX people_filechange_player_id_600e4de0 ON public.people_filechange USING btree (player_id);

CREATE INDEX people_operatorpin_set_by_id_256323dc ON public.people_operatorpin USING btree (set_by_id);

CREATE INDEX people_player_id_checked_by_id_d68df976 ON public.people_player USING btree (id_checked_by_id);

CREATE UNIQUE INDEX people_player_one_per_document ON public.people_player USING btree (country, document_kind, document_number, simulated) WHERE (NOT ((document_number)::text = ''::text));

CREATE INDEX people_player_plain_trigrams ON public.people_player USING gin (public.people_plain((((full_name)::text || ' '::text) || (public_name)::text)) public.gin_trgm_ops);

CREATE INDEX people_player_public_plain ON public.people_player USING btree (public.people_plain((public_name)::text) text_pattern_ops, id);

CREATE INDEX people_playlimit_latest ON public.people_playlimit USING btree (player_id, unit, kind, period, applies_from DESC);

CREATE INDEX people_playlimit_player_id_9e8620a8 ON public.people_playlimit USING btree (player_id);

CREATE INDEX people_privacytext_set_by_id_5c02431b ON public.people_privacytext USING btree (set_by_id);

CREATE INDEX people_staffrole_granted_by_id_c5de13a7 ON public.people_staffrole USING btree (granted_by_id);

CREATE UNIQUE INDEX people_staffrole_once ON public.people_staffrole USING btree (user_id, venue_id, tournament_id, role) NULLS NOT DISTINCT WHERE (revoked_at IS NULL);

CREATE INDEX people_staffrole_revoked_by_id_5405ec67 ON public.people_staffrole USING btree (revoked_by_id);

CREATE INDEX people_staffrole_user_id_4bd23609 ON public.people_staffrole USING btree (user_id);

CREATE INDEX people_staffrole_venue ON public.people_staffrole USING btree (venue_id, role) WHERE (revoked_at IS NULL);

CREATE INDEX people_user_email_1f424fe4_like ON public.people_user USING btree (email varchar_pattern_ops);

CREATE UNIQUE INDEX people_user_email_any_case ON public.people_user USING btree (lower((email)::text));

CREATE INDEX people_user_groups_group_id_1f0237d0 ON public.people_user_groups USING btree (group_id);

CREATE INDEX people_user_groups_user_id_290df956 ON public.people_user_groups USING btree (user_id);

CREATE INDEX people_user_user_permissions_permission_id_55f01ef0 ON public.people_user_user_permissions USING btree (permission_id);

CREATE INDEX people_user_user_permissions_user_id_7d19557b ON public.people_user_user_permissions USING btree (user_id);

CREATE INDEX play_caseentry_case_id_0bdac4ab ON public.play_caseentry USING btree (case_id);

CREATE INDEX play_caseplayer_player_id_7732a57b ON public.play_caseplayer USING btree (player_id);

CREATE INDEX play_complaint_hand_id_16844acc ON public.play_complaint USING btree (hand_id);

CREATE INDEX play_complaint_player_id_f357f0da ON public.play_complaint USING btree (player_id);

CREATE INDEX play_handofplayer_sitting_id_a800aa0e ON public.play_handofplayer USING btree (sitting_id);

CREATE INDEX play_handopening_hand_id_3c31cbb5 ON public.play_handopening USING btree (hand_id);

CREATE INDEX play_playtable_venue_id_c9a7906d ON public.play_playtable USING btree (venue_id);

CREATE INDEX play_sitting_player_id_28ad0c25 ON public.play_sitting USING btree (player_id);

CREATE INDEX play_waitingplace_player_id_2c268f9d ON public.play_waitingplace USING btree (player_id);

CREATE INDEX score_season_points ON public.payouts_score USING btree (season_id, player_id) INCLUDE (points_e4) WHERE (undone_at IS NULL);

CREATE INDEX seen_file_of_venue ON public.seen_file USING btree (venue_id, seen_at DESC);

CREATE INDEX seen_file_player_id_937e5ec1 ON public.seen_file USING btree (player_id);

CREATE INDEX seen_file_user_id_f72fe402 ON public.seen_file USING btree (user_id);

CREATE INDEX signed_in_session_expire_date_f5053b0f ON public.signed_in_session USING btree (expire_date);

CREATE INDEX signed_in_session_session_key_a5eab4c6_like ON public.signed_in_session USING btree (session_key varchar_pattern_ops);

CREATE INDEX signed_in_session_user_id_ceb6f368 ON public.signed_in_session USING btree (user_id);

CREATE INDEX slot_free ON public.tournaments_slot USING btree (tournament_id) WHERE (entry_id IS NULL);

CREATE INDEX stops_of_table ON public.play_tablestop USING btree (table_id, until);

CREATE INDEX table_breaks_next ON public.tables_table USING btree (tournament_id, break_order) WHERE (NOT ((state)::text = 'broken'::text));

CREATE UNIQUE INDEX table_number_in_room ON public.tables_table USING btree (room_id, number) WHERE (room_id IS NOT NULL);

CREATE INDEX table_open ON public.tables_table USING btree (tournament_id, players, break_order DESC) WHERE (NOT ((state)::text = 'broken'::text));

CREATE INDEX tables_chipcount_by_id_100abfe9 ON public.tables_chipcount USING btree (by_id);

CREATE INDEX tables_chipcount_entry_id_9fd82e80 ON public.tables_chipcount USING btree (entry_id);

CREATE INDEX tables_handdone_table_id_efd3e016 ON public.tables_handdone USING btree (table_id);

CREATE INDEX tables_handdone_tournament_id_aa57ff8f ON public.tables_handdone USING btree (tournament_id);

CREATE INDEX tables_penalty_by_id_3a4fac82 ON public.tables_penalty USING btree (by_id);

CREATE INDEX tables_penalty_entry_id_1c01b693 ON public.tables_penalty USING btree (entry_id);

CREATE INDEX tables_penalty_tournament_id_fd84664e ON public.tables_penalty USING btree (tournament_id);

CREATE INDEX tables_ruling_by_id_2ae205f4 ON public.tables_ruling USING btree (by_id);

CREATE INDEX tables_ruling_entry_id_e0acdc89 ON public.tables_ruling USING btree (entry_id);

CREATE INDEX tables_ruling_table_id_12e44ad6 ON public.tables_ruling USING btree (table_id);

CREATE INDEX tables_ruling_tournament_id_a55db814 ON public.tables_ruling USING btree (tournament_id);

CREATE INDEX tables_satout_hand_done_id_d132cb78 ON public.tables_satout USING btree (hand_done_id);

CREATE INDEX tables_satout_penalty_id_4c57a7ab ON public.tables_satout USING btree (penalty_id);

CREATE UNIQUE INDEX template_name_in_venue ON public.tournaments_housetemplate USING btree (venue_id, name) WHERE (dropped_at IS NULL);

CREATE INDEX tournament_calendar ON public.tournaments_tournament USING btree (venue_id, state, starts_at);

CREATE INDEX tournaments_debt_player_id_045d5a24 ON public.tournaments_debt USING btree (player_id);

CREATE INDEX tournaments_elimination_entry_id_2bda72bb ON public.tournaments_elimination USING btree (entry_id);

CREATE INDEX tournaments_entry_player_id_3dbaf6a7 ON public.tournaments_entry USING btree (player_id);

CREATE INDEX tournaments_entry_registration_id_793cc095 ON public.tournaments_entry USING btree (registration_id);

CREATE INDEX tournaments_housetemplate_venue_id_accf941d ON public.tournaments_housetemplate USING btree (venue_id);

CREATE INDEX tournaments_levelannouncement_clock_id_804196be ON public.tournaments_levelannouncement USING btree (clock_id);

CREATE INDEX tournaments_order_player_id_4d9285e5 ON public.tournaments_order USING btree (player_id);

CREATE INDEX tournaments_purchase_entry_id_359b14b4 ON public.tournaments_purchase USING btree (entry_id);

CREATE INDEX tournaments_purchase_receipt_e1441905_like ON public.tournaments_purchase USING btree (receipt varchar_pattern_ops);

CREATE INDEX tournaments_registration_player_id_afff2edd ON public.tournaments_registration USING btree (player_id);

CREATE INDEX tournaments_ruleset_venue_id_56d815a8 ON public.tournaments_ruleset USING btree (venue_id);

CREATE INDEX tournaments_screen_code_ec3ca761_like ON public.tournaments_screen USING btree (code varchar_pattern_ops);

CREATE INDEX tournaments_screen_tournament_id_7f5152a6 ON public.tournaments_screen USING btree (tournament_id);

CREATE INDEX tournaments_screen_venue_id_1c4f871f ON public.tournaments_screen USING btree (venue_id);

CREATE INDEX tournaments_season_series_id_e7e2c379 ON public.tournaments_season USING btree (series_id);

CREATE INDEX tournaments_series_slug_b94ac218 ON public.tournaments_series USING btree (slug);

CREATE INDEX tournaments_series_slug_b94ac218_like ON public.tournaments_series USING btree (slug varchar_pattern_ops);

CREATE INDEX tournaments_series_venue_id_05cf9385 ON public.tournaments_series USING btree (venue_id);

CREATE INDEX tournaments_slot_tournament_id_060c61f0 ON public.tournaments_slot USING btree (tournament_id);

CREATE INDEX tournaments_sponsor_venue_id_4250749a ON public.tournaments_sponsor USING btree (venue_id);

CREATE INDEX tournaments_stage_season_id_b396a28c ON public.tournaments_stage USING btree (season_id);

CREATE INDEX tournaments_takersnaming_elimination_id_4895e61a ON public.tournaments_takersnaming USING btree (elimination_id);

CREATE INDEX tournaments_tournament_stage_id_c1e44962 ON public.tournaments_tournament USING btree (stage_id);

CREATE INDEX tournaments_tournament_venue_id_3105f268 ON public.tournaments_tournament USING btree (venue_id);

CREATE INDEX tournaments_venue_slug_5b8797b5_like ON public.tournaments_venue USING btree (slug varchar_pattern_ops);

CREATE INDEX unclaimed_of_house ON public.payouts_unclaimedmoney USING btree (venue_id, state, id);

CREATE INDEX untold_changes_by_time ON public.play_untoldchange USING btree (shown_at);

CREATE INDEX untold_changes_of_table ON public.play_untoldchange USING btree (table_id, shown_at);

CREATE INDEX untold_field_by_time ON public.tournaments_untoldfield USING btree (shown_at);

CREATE INDEX untold_field_of_tournament ON public.tournaments_untoldfield USING btree (tournament_id, shown_at);

CREATE INDEX withdrawals_of_house ON public.payouts_withdrawal USING btree (venue_id, state, id);

CREATE INDEX withdrawals_of_player ON public.payouts_withdrawal USING btree (player_id, id DESC);

CREATE TRIGGER dispatch_command_decided_once BEFORE UPDATE ON public.dispatch_command FOR EACH ROW WHEN ((NOT ((old.state = 'open'::text) AND (new.state <> 'open'::text) AND (new.id = old.id) AND (new.name = old.name) AND (new.digest = old.digest) AND (new.at = old.at) AND (NOT (new.user_id IS DISTINCT FROM old.user_id)) AND (NOT (new.device_id IS DISTINCT FROM old.device_id)) AND (new.label = old.label)))) EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_command_undeletable BEFORE DELETE ON public.dispatch_command FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_command_untruncatable BEFORE TRUNCATE ON public.dispatch_command FOR EACH STATEMENT EXECUTE FUNCTION public.dispatch_no_truncate();

CREATE TRIGGER dispatch_fact_sealed_once BEFORE UPDATE ON public.dispatch_fact FOR EACH ROW WHEN ((NOT ((old.seq IS NULL) AND (old.hash IS NULL) AND (new.seq IS NOT NULL) AND (new.hash IS NOT NULL) AND (new.id = old.id) AND (new.command_id = old.command_id) AND (new.stream = old.stream) AND (new.kind = old.kind) AND (new.at = old.at) AND (new.audience = old.audience) AND (new.body = old.body) AND (new.touches = old.touches)))) EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_fact_undeletable BEFORE DELETE ON public.dispatch_fact FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_fact_untruncatable BEFORE TRUNCATE ON public.dispatch_fact FOR EACH STATEMENT EXECUTE FUNCTION public.dispatch_no_truncate();

CREATE TRIGGER dispatch_pack_is_for_ever BEFORE DELETE OR UPDATE ON public.dispatch_pack FOR EACH ROW EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_pack_takes_rows BEFORE INSERT ON public.dispatch_pack FOR EACH ROW EXECUTE FUNCTION public.dispatch_pack_takes_rows();

CREATE TRIGGER dispatch_pack_untruncatable BEFORE TRUNCATE ON public.dispatch_pack FOR EACH STATEMENT EXECUTE FUNCTION public.dispatch_no_truncate();

CREATE TRIGGER dispatch_stream_forward BEFORE UPDATE ON public.dispatch_stream FOR EACH ROW WHEN ((NOT ((new.name = old.name) AND (new.published_seq >= old.published_seq) AND ((new.seq > old.seq) OR ((new.seq = old.seq) AND (new.hash = old.hash)))))) EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_stream_undeletable BEFORE DELETE ON public.dispatch_stream FOR EACH ROW EXECUTE FUNCTION public.dispatch_forbidden();

CREATE TRIGGER dispatch_stream_untruncatable BEFORE TRUNCATE ON public.dispatch_stream FOR EACH STATEMENT EXECUTE FUNCTION public.dispatch_no_truncate();

CREATE TRIGGER hand_act_is_for_ever BEFORE DELETE OR UPDATE ON public.play_handact FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.play_act_is_for_ever();

CREATE TRIGGER ledger_account_is_for_ever BEFORE DELETE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_rewriting();

CREATE TRIGGER ledger_account_moves_by_transfers BEFORE UPDATE ON public.ledger_account FOR EACH ROW WHEN (((pg_trigger_depth() = 0) OR (new.id <> old.id) OR ((new.kind)::text <> (old.kind)::text) OR ((new.unit)::text <> (old.unit)::text) OR (new.may_overdraw <> old.may_overdraw) OR (new.keeps_balance <> old.keeps_balance) OR (new.venue_id IS DISTINCT FROM old.venue_id) OR (new.tournament_id IS DISTINCT FROM old.tournament_id) OR (new.player_id IS DISTINCT FROM old.player_id) OR (new.season_id IS DISTINCT FROM old.season_id) OR (new.play_table_id IS DISTINCT FROM old.play_table_id))) EXECUTE FUNCTION public.ledger_refuse_rewriting();

CREATE TRIGGER ledger_account_not_emptied BEFORE TRUNCATE ON public.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_emptying();

CREATE TRIGGER ledger_account_opens_empty BEFORE INSERT ON public.ledger_account FOR EACH ROW WHEN (((COALESCE(new.balance_cents, (0)::bigint) <> 0) OR (new.floor_cents IS NOT NULL))) EXECUTE FUNCTION public.ledger_refuse_rewriting();

CREATE TRIGGER ledger_transfer_is_for_ever BEFORE DELETE OR UPDATE ON public.ledger_transfer FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_rewriting();

CREATE TRIGGER ledger_transfer_not_emptied BEFORE TRUNCATE ON public.ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_emptying();

CREATE TRIGGER ledger_transfer_posted AFTER INSERT ON public.ledger_transfer REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_transfer_posted();

CREATE TRIGGER packed_acts_are_for_ever BEFORE DELETE OR UPDATE ON public.play_packedacts FOR EACH ROW EXECUTE FUNCTION public.play_packed_acts_are_for_ever();

CREATE TRIGGER packed_acts_take_rows AFTER INSERT ON public.play_packedacts FOR EACH ROW EXECUTE FUNCTION public.play_packed_acts_take_rows();

CREATE TRIGGER packed_parts_are_for_ever BEFORE DELETE OR UPDATE ON public.play_packedparts FOR EACH ROW EXECUTE FUNCTION public.play_packed_parts_are_for_ever();

CREATE TRIGGER packed_parts_take_rows AFTER INSERT ON public.play_packedparts FOR EACH ROW EXECUTE FUNCTION public.play_packed_parts_take_rows();

CREATE TRIGGER receipt_number_law BEFORE INSERT OR DELETE OR UPDATE ON public.tournaments_receiptnumber FOR EACH ROW EXECUTE FUNCTION public.tournaments_receipt_number_law();

CREATE TRIGGER tournaments_paid_ahead_stays AFTER UPDATE OF balance_cents ON public.ledger_account FOR EACH ROW WHEN ((((new.kind)::text = 'player'::text) AND (new.balance_cents < old.balance_cents))) EXECUTE FUNCTION public.tournaments_paid_ahead_stays();

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dispatch_cursor
    ADD CONSTRAINT dispatch_cursor_reader_id_f6697fc9_fk_dispatch_reader_name FOREIGN KEY (reader_id) REFERENCES public.dispatch_reader(name) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dispatch_deadletter
    ADD CONSTRAINT dispatch_deadletter_fact_id_c4c3621f_fk_dispatch_fact_id FOREIGN KEY (fact_id) REFERENCES public.dispatch_fact(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dispatch_deadletter
    ADD CONSTRAINT dispatch_deadletter_reader_id_2fe8f18f_fk_dispatch_reader_name FOREIGN KEY (reader_id) REFERENCES public.dispatch_reader(name) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dispatch_fact
    ADD CONSTRAINT dispatch_fact_command_id_21da7982_fk_dispatch_command_id FOREIGN KEY (command_id) REFERENCES public.dispatch_command(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_credit_in_unit FOREIGN KEY (credit_account_id, unit) REFERENCES public.ledger_account(id, unit);

ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_debit_in_unit FOREIGN KEY (debit_account_id, unit) REFERENCES public.ledger_account(id, unit);

ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_reverses_id_d2a125b2_fk_ledger_transfer_id FOREIGN KEY (reverses_id) REFERENCES public.ledger_transfer(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_award
    ADD CONSTRAINT payouts_award_entry_id_76e87e26_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_award
    ADD CONSTRAINT payouts_award_player_id_afbf43d7_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_award
    ADD CONSTRAINT payouts_award_tournament_id_db869cd3_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_cancellation
    ADD CONSTRAINT payouts_cancellation_tournament_id_24f504b8_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_deal
    ADD CONSTRAINT payouts_deal_by_id_0977a804_fk_people_user_id FOREIGN KEY (by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_deal
    ADD CONSTRAINT payouts_deal_tournament_id_2c8833a4_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_dealvote
    ADD CONSTRAINT payouts_dealvote_deal_id_6d2677fa_fk_payouts_deal_id FOREIGN KEY (deal_id) REFERENCES public.payouts_deal(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_dealvote
    ADD CONSTRAINT payouts_dealvote_entry_id_d5a0652d_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_ending
    ADD CONSTRAINT payouts_ending_tournament_id_feb02b50_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_ending
    ADD CONSTRAINT payouts_ending_winner_id_91b4c474_fk_tournaments_entry_id FOREIGN KEY (winner_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_by_id_931a05de_fk_people_user_id FOREIGN KEY (by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_player_id_347fea2d_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_season_id_312b8131_fk_tournaments_season_id FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_tournament_id_c2c39227_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_fundpayment
    ADD CONSTRAINT payouts_fundpayment_venue_id_85b35141_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_payin
    ADD CONSTRAINT payouts_payin_player_id_dd95925c_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_payin
    ADD CONSTRAINT payouts_payin_second_of_id_0dac05e4_fk_payouts_payin_id FOREIGN KEY (second_of_id) REFERENCES public.payouts_payin(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_payin
    ADD CONSTRAINT payouts_payin_venue_id_53b6aba3_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_prizepool
    ADD CONSTRAINT payouts_prizepool_tournament_id_084864e7_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_repayment
    ADD CONSTRAINT payouts_repayment_player_id_96b0f3e1_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_repayment
    ADD CONSTRAINT payouts_repayment_tournament_id_1945864e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_score
    ADD CONSTRAINT payouts_score_entry_id_6a41748c_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_score
    ADD CONSTRAINT payouts_score_player_id_d02947f6_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_score
    ADD CONSTRAINT payouts_score_season_id_5f0db480_fk_tournaments_season_id FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_score
    ADD CONSTRAINT payouts_score_tournament_id_b2aac515_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_unclaimedmoney
    ADD CONSTRAINT payouts_unclaimedmon_venue_id_a145dfe7_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_unclaimedmoney
    ADD CONSTRAINT payouts_unclaimedmoney_pay_in_id_922479f4_fk_payouts_payin_id FOREIGN KEY (pay_in_id) REFERENCES public.payouts_payin(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_withdrawal
    ADD CONSTRAINT payouts_withdrawal_player_id_1462fc54_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.payouts_withdrawal
    ADD CONSTRAINT payouts_withdrawal_venue_id_0459833d_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_device_id_064774cc_fk_people_device_id FOREIGN KEY (device_id) REFERENCES public.people_device(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_user_id_36fa5f8b_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_device
    ADD CONSTRAINT people_device_paired_by_id_619c18f3_fk_people_user_id FOREIGN KEY (paired_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_exclusion
    ADD CONSTRAINT people_exclusion_lifted_by_id_65fe86d1_fk_people_user_id FOREIGN KEY (lifted_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_exclusion
    ADD CONSTRAINT people_exclusion_made_by_id_750cc83f_fk_people_user_id FOREIGN KEY (made_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_exclusion
    ADD CONSTRAINT people_exclusion_player_id_c6897594_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_filechange
    ADD CONSTRAINT people_filechange_changed_by_id_4df45540_fk_people_user_id FOREIGN KEY (changed_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_filechange
    ADD CONSTRAINT people_filechange_player_id_600e4de0_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_mailoff
    ADD CONSTRAINT people_mailoff_user_id_c96e7bba_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_operatorpin
    ADD CONSTRAINT people_operatorpin_set_by_id_256323dc_fk_people_user_id FOREIGN KEY (set_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_operatorpin
    ADD CONSTRAINT people_operatorpin_user_id_366668e9_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_player
    ADD CONSTRAINT people_player_id_checked_by_id_d68df976_fk_people_user_id FOREIGN KEY (id_checked_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_player
    ADD CONSTRAINT people_player_user_id_c4bdf70c_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_playlimit
    ADD CONSTRAINT people_playlimit_player_id_9e8620a8_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_privacytext
    ADD CONSTRAINT people_privacytext_set_by_id_5c02431b_fk_people_user_id FOREIGN KEY (set_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_profile
    ADD CONSTRAINT people_profile_player_id_b6ea730d_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_secondfactor
    ADD CONSTRAINT people_secondfactor_user_id_47c1421d_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_staffrole
    ADD CONSTRAINT people_staffrole_granted_by_id_c5de13a7_fk_people_user_id FOREIGN KEY (granted_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_staffrole
    ADD CONSTRAINT people_staffrole_revoked_by_id_5405ec67_fk_people_user_id FOREIGN KEY (revoked_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_staffrole
    ADD CONSTRAINT people_staffrole_user_id_4bd23609_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_group_id_1f0237d0_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_290df956_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_per_permission_id_55f01ef0_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_user_id_7d19557b_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_caseentry
    ADD CONSTRAINT play_caseentry_case_id_0bdac4ab_fk_play_integritycase_id FOREIGN KEY (case_id) REFERENCES public.play_integritycase(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_caseentry
    ADD CONSTRAINT play_caseentry_complaint_id_758c4df0_fk_play_complaint_id FOREIGN KEY (complaint_id) REFERENCES public.play_complaint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_caseentry
    ADD CONSTRAINT play_caseentry_hand_id_f099f3a1_fk_play_dealthand_id FOREIGN KEY (hand_id) REFERENCES public.play_dealthand(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_caseplayer
    ADD CONSTRAINT play_caseplayer_case_id_3e4ac290_fk_play_integritycase_id FOREIGN KEY (case_id) REFERENCES public.play_integritycase(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_caseplayer
    ADD CONSTRAINT play_caseplayer_player_id_7732a57b_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_complaint
    ADD CONSTRAINT play_complaint_about_id_ef7542ef_fk_people_player_id FOREIGN KEY (about_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_complaint
    ADD CONSTRAINT play_complaint_hand_id_16844acc_fk_play_dealthand_id FOREIGN KEY (hand_id) REFERENCES public.play_dealthand(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_complaint
    ADD CONSTRAINT play_complaint_player_id_f357f0da_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_complaint
    ADD CONSTRAINT play_complaint_venue_id_71f9ba9c_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_countedday
    ADD CONSTRAINT play_countedday_venue_id_a44c1c4b_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_dealthand
    ADD CONSTRAINT play_dealthand_table_id_803e91ac_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handact
    ADD CONSTRAINT play_handact_hand_id_731ace10_fk_play_dealthand_id FOREIGN KEY (hand_id) REFERENCES public.play_dealthand(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT play_handofplayer_hand_id_4bb7cffc_fk_play_dealthand_id FOREIGN KEY (hand_id) REFERENCES public.play_dealthand(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT play_handofplayer_player_id_538e2e69_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT play_handofplayer_sitting_id_a800aa0e_fk_play_sitting_id FOREIGN KEY (sitting_id) REFERENCES public.play_sitting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handofplayer
    ADD CONSTRAINT play_handofplayer_table_id_4455f3ae_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handopening
    ADD CONSTRAINT play_handopening_hand_id_3c31cbb5_fk_play_dealthand_id FOREIGN KEY (hand_id) REFERENCES public.play_dealthand(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_handopening
    ADD CONSTRAINT play_handopening_venue_id_30519309_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_integritycase
    ADD CONSTRAINT play_integritycase_venue_id_5efa0390_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_lineshold
    ADD CONSTRAINT play_lineshold_table_id_ac0edcf7_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_lineshold
    ADD CONSTRAINT play_lineshold_tournament_id_c5429856_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_originwatch
    ADD CONSTRAINT play_originwatch_venue_id_bc990792_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_packedacts
    ADD CONSTRAINT play_packedacts_table_id_a218136b_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_packedparts
    ADD CONSTRAINT play_packedparts_player_id_af942fed_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_pairofday
    ADD CONSTRAINT play_pairofday_day_id_a376b914_fk_play_countedday_id FOREIGN KEY (day_id) REFERENCES public.play_countedday(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_pairofday
    ADD CONSTRAINT play_pairofday_first_id_de48eb01_fk_people_player_id FOREIGN KEY (first_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_pairofday
    ADD CONSTRAINT play_pairofday_second_id_404b820a_fk_people_player_id FOREIGN KEY (second_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playerofday
    ADD CONSTRAINT play_playerofday_day_id_6d4922e8_fk_play_countedday_id FOREIGN KEY (day_id) REFERENCES public.play_countedday(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playerofday
    ADD CONSTRAINT play_playerofday_player_id_7a03e804_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT play_playorigin_player_id_c1672b40_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT play_playorigin_sitting_id_ede2a94e_fk_play_sitting_id FOREIGN KEY (sitting_id) REFERENCES public.play_sitting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT play_playorigin_tournament_id_7e24de37_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playorigin
    ADD CONSTRAINT play_playorigin_venue_id_aa1cab49_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playtable
    ADD CONSTRAINT play_playtable_tournament_id_63c8077e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_playtable
    ADD CONSTRAINT play_playtable_venue_id_c9a7906d_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_sitting
    ADD CONSTRAINT play_sitting_player_id_28ad0c25_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_sitting
    ADD CONSTRAINT play_sitting_table_id_7998822d_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_tablestop
    ADD CONSTRAINT play_tablestop_table_id_9d7fa5e7_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_untoldchange
    ADD CONSTRAINT play_untoldchange_table_id_bc018524_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_waitingplace
    ADD CONSTRAINT play_waitingplace_player_id_2c268f9d_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.play_waitingplace
    ADD CONSTRAINT play_waitingplace_table_id_1d748053_fk_play_playtable_id FOREIGN KEY (table_id) REFERENCES public.play_playtable(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.seen_file
    ADD CONSTRAINT seen_file_player_id_937e5ec1_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.seen_file
    ADD CONSTRAINT seen_file_user_id_f72fe402_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_chipcount
    ADD CONSTRAINT tables_chipcount_by_id_100abfe9_fk_people_user_id FOREIGN KEY (by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_chipcount
    ADD CONSTRAINT tables_chipcount_entry_id_9fd82e80_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_draw
    ADD CONSTRAINT tables_draw_tournament_id_a49d3f43_fk_tournaments_tournament_id FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_drawbook
    ADD CONSTRAINT tables_drawbook_tournament_id_d0faeb7c_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_handdone
    ADD CONSTRAINT tables_handdone_table_id_efd3e016_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_handdone
    ADD CONSTRAINT tables_handdone_tournament_id_aa57ff8f_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_move
    ADD CONSTRAINT tables_move_entry_id_6036ed6f_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_move
    ADD CONSTRAINT tables_move_tournament_id_e6d3beae_fk_tournaments_tournament_id FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_penalty
    ADD CONSTRAINT tables_penalty_by_id_3a4fac82_fk_people_user_id FOREIGN KEY (by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_penalty
    ADD CONSTRAINT tables_penalty_entry_id_1c01b693_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_penalty
    ADD CONSTRAINT tables_penalty_tournament_id_fd84664e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_ruling
    ADD CONSTRAINT tables_ruling_by_id_2ae205f4_fk_people_user_id FOREIGN KEY (by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_ruling
    ADD CONSTRAINT tables_ruling_entry_id_e0acdc89_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_ruling
    ADD CONSTRAINT tables_ruling_table_id_12e44ad6_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_ruling
    ADD CONSTRAINT tables_ruling_tournament_id_a55db814_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_satout
    ADD CONSTRAINT tables_satout_hand_done_id_d132cb78_fk_tables_handdone_id FOREIGN KEY (hand_done_id) REFERENCES public.tables_handdone(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_satout
    ADD CONSTRAINT tables_satout_penalty_id_4c57a7ab_fk_tables_penalty_id FOREIGN KEY (penalty_id) REFERENCES public.tables_penalty(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_seat
    ADD CONSTRAINT tables_seat_entry_id_41120467_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_seat
    ADD CONSTRAINT tables_seat_table_id_67aaffa1_fk_tables_table_id FOREIGN KEY (table_id) REFERENCES public.tables_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_room_id_aace24b1_fk_tournaments_venue_id FOREIGN KEY (room_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tables_table
    ADD CONSTRAINT tables_table_tournament_id_cdcf58b6_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_clock
    ADD CONSTRAINT tournaments_clock_tournament_id_035393e1_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_debt
    ADD CONSTRAINT tournaments_debt_player_id_045d5a24_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_debt
    ADD CONSTRAINT tournaments_debt_purchase_id_9b435a66_fk_tournamen FOREIGN KEY (purchase_id) REFERENCES public.tournaments_purchase(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_debt
    ADD CONSTRAINT tournaments_debt_tournament_id_a22bfef8_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_elimination
    ADD CONSTRAINT tournaments_eliminat_entry_id_2bda72bb_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_elimination
    ADD CONSTRAINT tournaments_eliminat_tournament_id_484e0df8_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_player_id_3dbaf6a7_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_registration_id_793cc095_fk_tournamen FOREIGN KEY (registration_id) REFERENCES public.tournaments_registration(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_tournament_id_8241213d_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_field
    ADD CONSTRAINT tournaments_field_tournament_id_6b892db7_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_housetemplate
    ADD CONSTRAINT tournaments_housetem_venue_id_accf941d_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_levelannouncement
    ADD CONSTRAINT tournaments_levelann_clock_id_804196be_fk_tournamen FOREIGN KEY (clock_id) REFERENCES public.tournaments_clock(tournament_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_notice
    ADD CONSTRAINT tournaments_notice_player_id_2c4658dc_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_notice
    ADD CONSTRAINT tournaments_notice_tournament_id_5d0b9de8_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_notice
    ADD CONSTRAINT tournaments_notice_venue_id_04805e58_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_order
    ADD CONSTRAINT tournaments_order_player_id_4d9285e5_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_order
    ADD CONSTRAINT tournaments_order_tournament_id_7e6b8351_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_purchase
    ADD CONSTRAINT tournaments_purchase_entry_id_359b14b4_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_receiptnumber
    ADD CONSTRAINT tournaments_receiptn_venue_id_4c67634c_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_receiptsread
    ADD CONSTRAINT tournaments_receipts_tournament_id_b28a6e9b_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_registration
    ADD CONSTRAINT tournaments_registra_tournament_id_c29e06a6_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_registration
    ADD CONSTRAINT tournaments_registration_player_id_afff2edd_fk_people_player_id FOREIGN KEY (player_id) REFERENCES public.people_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_ruleset
    ADD CONSTRAINT tournaments_ruleset_venue_id_56d815a8_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_screen
    ADD CONSTRAINT tournaments_screen_tournament_id_7f5152a6_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_screen
    ADD CONSTRAINT tournaments_screen_venue_id_1c4f871f_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_season
    ADD CONSTRAINT tournaments_season_series_id_e7e2c379_fk_tournaments_series_id FOREIGN KEY (series_id) REFERENCES public.tournaments_series(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_series
    ADD CONSTRAINT tournaments_series_venue_id_05cf9385_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_slot
    ADD CONSTRAINT tournaments_slot_entry_id_3173f565_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_slot
    ADD CONSTRAINT tournaments_slot_tournament_id_060c61f0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT tournaments_sponsor_venue_id_4250749a_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_season_id_b396a28c_fk_tournaments_season_id FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_takersnaming
    ADD CONSTRAINT tournaments_takersna_elimination_id_4895e61a_fk_tournamen FOREIGN KEY (elimination_id) REFERENCES public.tournaments_elimination(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tourname_stage_id_c1e44962_fk_tournamen FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tourname_venue_id_3105f268_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_untoldfield
    ADD CONSTRAINT tournaments_untoldfi_tournament_id_dde3c9a0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_venuecolours
    ADD CONSTRAINT tournaments_venuecol_venue_id_ac5271f7_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_venuelogo
    ADD CONSTRAINT tournaments_venuelogo_venue_id_27b9ffe2_fk_tournaments_venue_id FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_venuemailoff
    ADD CONSTRAINT tournaments_venuemai_venue_id_a5ca4244_fk_tournamen FOREIGN KEY (venue_id) REFERENCES public.tournaments_venue(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tournaments_wall
    ADD CONSTRAINT tournaments_wall_tournament_id_34b9858c_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
