DO $$ BEGIN CREATE ROLE collections_app; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE collections_maintenance; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA sign_in;
CREATE FUNCTION public.enter(who text, of_merchant text, of_organisation text) RETURNS void
    LANGUAGE plpgsql
    AS $$ begin
      perform set_config('role', who, true);
      execute format('set local app.merchant = %L', of_merchant);
      execute format('set local app.organisation = %L', of_organisation);
    end $$;
CREATE FUNCTION public.is_exempt(client text) RETURNS boolean
    LANGUAGE sql STABLE STRICT SECURITY DEFINER
    SET search_path TO ''
    AS $$ select exists (select from sign_in.program where client_id = client and exempt) $$;
CREATE FUNCTION public.preparing_hands(preparer text) RETURNS TABLE(person text, name text)
    LANGUAGE sql STABLE STRICT SECURITY DEFINER
    SET search_path TO ''
    AS $$
      with program as (
        select client_id, holder from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
        where holder is not null
      ), people as (
        select preparer as person union select holder from program where client_id = preparer
      )
      select person, person from people
      union select person, client_id from people join program on holder = person
    $$;
COMMENT ON FUNCTION public.preparing_hands(preparer text) IS 'a preparer and who was shown the secret of that program, each with the names by which they can prepare';
CREATE FUNCTION public.present_rights(subject text) RETURNS TABLE(permissions text[], merchants text[], roles text[], is_program boolean)
    LANGUAGE sql STABLE STRICT SECURITY DEFINER
    SET search_path TO ''
    AS $$
      select permissions, merchants, roles, false from sign_in.person where username = subject and not disabled
      union all
      select permissions, merchants, '{}', true from sign_in.program where client_id = subject and not disabled
    $$;
COMMENT ON FUNCTION public.present_rights(subject text) IS 'of who prepared something that is sent later; no row for who may not sign in any more';
CREATE FUNCTION public.secret_holders(programs text[]) RETURNS text[]
    LANGUAGE sql STABLE STRICT SECURITY DEFINER
    SET search_path TO ''
    AS $$
      select coalesce(array_agg(distinct holder), '{}') from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
      where client_id = any(programs) and holder is not null
    $$;
COMMENT ON FUNCTION public.secret_holders(programs text[]) IS 'who was shown the secret of a program could prepare with it';
CREATE FUNCTION sign_in.begin_epoch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      new.epoch := nextval('sign_in.epoch');
      return new;
    end $$;
CREATE SEQUENCE public.record_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.approval (
    merchant text NOT NULL,
    approval_sequence bigint DEFAULT nextval('public.record_sequence'::regclass) NOT NULL,
    kind text DEFAULT 'PAYOUTS'::text NOT NULL,
    product text NOT NULL,
    reason text NOT NULL,
    preparers text[] NOT NULL,
    prepared_name text NOT NULL,
    prepared_at timestamp without time zone NOT NULL,
    call_sequence bigint,
    import_id uuid,
    import_closes timestamp with time zone,
    imported_by text,
    client_number text,
    contract_sequence bigint,
    operation text,
    content jsonb,
    shown jsonb,
    decision text,
    decided_by text,
    decided_name text,
    decided_at timestamp without time zone,
    return_reason text,
    CONSTRAINT approval_decision_check CHECK ((decision = ANY (ARRAY['RELEASED'::text, 'RETURNED'::text, 'WITHDRAWN'::text]))),
    CONSTRAINT approval_kind_check CHECK ((kind = ANY (ARRAY['PAYOUTS'::text, 'BANK_DETAILS'::text, 'CANCEL'::text, 'KNOWN_PAYEES'::text]))),
    CONSTRAINT approval_reason_check CHECK ((reason = ANY (ARRAY['RULE'::text, 'EDIT'::text, 'BANK_DETAILS'::text])))
);
ALTER TABLE ONLY public.approval FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.approval.call_sequence IS 'of payouts: those of one call are released together';
COMMENT ON COLUMN public.approval.import_id IS 'of payouts: the calls of one import are released together, and judged by their sum';
COMMENT ON COLUMN public.approval.import_closes IS 'of one that is not judged yet, in front of a provider: when no more calls of it are waited for';
COMMENT ON COLUMN public.approval.content IS 'the item to run at the release, until the decision';
COMMENT ON COLUMN public.approval.shown IS 'what was decided about, with masked numbers';
CREATE TABLE public.approval_rule (
    merchant text NOT NULL,
    above bigint,
    hold_hours integer DEFAULT 48 NOT NULL,
    bank_details boolean DEFAULT false NOT NULL,
    cancel boolean DEFAULT false NOT NULL,
    CONSTRAINT approval_rule_above_check CHECK ((above >= 0)),
    CONSTRAINT approval_rule_hold_hours_check CHECK (((hold_hours >= 0) AND (hold_hours <= 72)))
);
ALTER TABLE ONLY public.approval_rule FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.approval_rule.above IS 'cents a day of a payee, and of a preparer; 0 is always, null never';
CREATE TABLE public.audit_checkpoint (
    merchant text NOT NULL,
    sequence bigint NOT NULL,
    hash bytea NOT NULL
);
ALTER TABLE ONLY public.audit_checkpoint FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.audit_checkpoint IS 'the last entry of each chain, so that a tail cut off is seen';
CREATE TABLE public.audit_entry (
    merchant text NOT NULL,
    sequence bigint NOT NULL,
    hash bytea NOT NULL,
    entry text NOT NULL,
    at text GENERATED ALWAYS AS (((entry)::jsonb ->> 'At'::text)) STORED,
    action text GENERATED ALWAYS AS (((entry)::jsonb ->> 'Action'::text)) STORED,
    actor text GENERATED ALWAYS AS ((((entry)::jsonb -> 'Actor'::text) ->> 'Id'::text)) STORED,
    call_sequence bigint GENERATED ALWAYS AS ((((entry)::jsonb ->> 'CallSequence'::text))::bigint) STORED
);
ALTER TABLE ONLY public.audit_entry FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.audit_entry.hash IS 'sha256 of the hash before it, the sequence as eight bytes, and the sha256 of the entry';
CREATE TABLE public.audit_key (
    merchant text NOT NULL,
    product text NOT NULL,
    client_number text NOT NULL,
    key bytea NOT NULL
);
ALTER TABLE ONLY public.audit_key FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.audit_key IS 'of each client: personal values in entries are encrypted with it, and without it the chain stays whole';
CREATE TABLE public.audit_proof (
    merchant text NOT NULL,
    part text NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    hash bytea DEFAULT '\x'::bytea NOT NULL,
    began_at timestamp with time zone,
    proved_at timestamp with time zone,
    broken_at bigint,
    due_at timestamp with time zone,
    CONSTRAINT audit_proof_part_check CHECK ((part = ANY (ARRAY['new'::text, 'whole'::text])))
);
ALTER TABLE ONLY public.audit_proof FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.audit_proof IS 'of each chain the proof of what came since the last proof, and the proof that begins at the first entry again';
COMMENT ON COLUMN public.audit_proof.sequence IS 'the last entry that this proof has proved';
COMMENT ON COLUMN public.audit_proof.hash IS 'of that entry, as it was proved';
COMMENT ON COLUMN public.audit_proof.began_at IS 'when this proof read the first entry';
COMMENT ON COLUMN public.audit_proof.proved_at IS 'of new entries: when the head was last reached; of the whole: when the last one that is complete had begun';
COMMENT ON COLUMN public.audit_proof.broken_at IS 'the first entry that this proof could not prove';
CREATE TABLE public.bank_account (
    merchant text NOT NULL,
    account text NOT NULL,
    version integer NOT NULL,
    book text NOT NULL
);
ALTER TABLE ONLY public.bank_account FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.bank_account.book IS 'its lines and matches';
CREATE SEQUENCE public.call_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 100;
CREATE TABLE public.case_record (
    organisation text NOT NULL,
    case_number text NOT NULL,
    merchant text,
    company text NOT NULL,
    external_ref text,
    subject text NOT NULL,
    category text,
    description text,
    creator_idno text,
    creator_name text,
    creator_surname text,
    creator_cellphone text,
    creator_email text,
    attachment jsonb DEFAULT '[]'::jsonb NOT NULL,
    status text NOT NULL,
    CONSTRAINT case_record_attachment_check CHECK ((jsonb_typeof(attachment) = 'array'::text))
);
ALTER TABLE ONLY public.case_record FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.case_record.merchant IS 'null: nothing tells which; read by those who have all merchants';
CREATE TABLE public.change (
    merchant text NOT NULL,
    change_sequence bigint DEFAULT nextval('public.record_sequence'::regclass) NOT NULL,
    call_sequence bigint,
    product text NOT NULL,
    subject text NOT NULL,
    change_date timestamp without time zone NOT NULL,
    changed_by text NOT NULL,
    client_number text NOT NULL,
    contract_number text,
    contract_sequence bigint,
    instalment_sequence integer,
    payment_sequence integer,
    mandate_type text,
    change_type text NOT NULL,
    field_changed text NOT NULL,
    old_value text,
    new_value text,
    CONSTRAINT change_change_type_check CHECK ((change_type = ANY (ARRAY['CREATE'::text, 'EDIT'::text, 'CANCEL'::text, 'STATE'::text]))),
    CONSTRAINT change_subject_check CHECK ((subject = ANY (ARRAY['client'::text, 'mandate'::text, 'contract'::text, 'instalment'::text, 'payout'::text, 'payment'::text])))
);
ALTER TABLE ONLY public.change FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.change.call_sequence IS 'whose entry in the audit says who, from where and with what; none for clearing';
CREATE TABLE public.client (
    merchant text NOT NULL,
    product text NOT NULL,
    client_number text NOT NULL,
    client_name text NOT NULL,
    id_type text,
    id_number text,
    cellphone_number text,
    e_mail text,
    bank_code integer NOT NULL,
    branch_code integer NOT NULL,
    account_type integer NOT NULL,
    account_number text NOT NULL,
    account_mark text,
    account_holder_name text,
    bank_details_changed_date timestamp without time zone,
    bank_details_changed_by text
);
ALTER TABLE ONLY public.client FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.client.id_number IS 'sealed';
COMMENT ON COLUMN public.client.account_number IS 'sealed';
COMMENT ON COLUMN public.client.account_mark IS 'what people see who may not read the number';
CREATE SEQUENCE public.contract_sequence
    START WITH 100001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.contract (
    merchant text NOT NULL,
    contract_sequence bigint DEFAULT nextval('public.contract_sequence'::regclass) NOT NULL,
    product text NOT NULL,
    is_mandate boolean NOT NULL,
    client_number text NOT NULL,
    contract_number text NOT NULL,
    mandate_status_code text NOT NULL,
    mandate_type text,
    transaction_type text,
    mandate_action_date timestamp without time zone,
    frequency_code text NOT NULL,
    collection_day integer NOT NULL,
    debit_sequence_type text,
    adjustment_category text,
    adjustment_amount bigint,
    adjustment_rate numeric(9,4),
    tracking_yn text,
    tracking_code text,
    first_collection_date timestamp without time zone,
    first_collection_amount bigint,
    instalment_start_date timestamp without time zone NOT NULL,
    instalment_amount bigint NOT NULL,
    maximum_amount bigint,
    number_of_instalments integer,
    rms text,
    ctc_percentage numeric(7,4),
    cancel_reason text,
    cancel_date timestamp without time zone,
    user_id text,
    next_look date DEFAULT '-infinity'::date NOT NULL,
    CONSTRAINT contract_mandate_status_code_check CHECK ((mandate_status_code = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'CANCELLED'::text, 'COMPLETED'::text])))
);
ALTER TABLE ONLY public.contract FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.contract IS 'a mandate owns a contract: both are one row, and is_mandate says that the fields of a mandate apply';
COMMENT ON COLUMN public.contract.next_look IS 'the day from which clearing looks whether it needs something besides what is due';
CREATE TABLE public.counted_payout (
    merchant text NOT NULL,
    counted bigint DEFAULT nextval('public.record_sequence'::regclass) NOT NULL,
    approval_sequence bigint,
    item integer,
    call uuid,
    place integer,
    account text NOT NULL,
    day date NOT NULL,
    cents bigint NOT NULL,
    prepared_by text NOT NULL,
    prepared_on date NOT NULL,
    prepared_in text NOT NULL,
    accepted boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY public.counted_payout FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.counted_payout IS 'payments to a provider that count for the limits of four eyes: held, on their way, unknown, unclear or accepted';
COMMENT ON COLUMN public.counted_payout.account IS 'a keyed hash of the bank details';
CREATE TABLE public.delivery_report (
    merchant text NOT NULL,
    digest bytea NOT NULL,
    hash bytea NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    posting text
);
ALTER TABLE ONLY public.delivery_report FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.delivery_report IS 'what a provider has reported, once each';
COMMENT ON COLUMN public.delivery_report.hash IS 'of its bytes, keyed by the random part of the address, which is not stored';
COMMENT ON COLUMN public.delivery_report.posting IS 'JSON, sealed: what goes to the caller; none once that has it';
CREATE TABLE public.file_import (
    merchant text NOT NULL,
    import_id uuid NOT NULL,
    product text NOT NULL,
    operation text NOT NULL,
    subject text NOT NULL,
    imported_by text NOT NULL,
    file_name text NOT NULL,
    rows integer NOT NULL,
    accepted integer DEFAULT 0 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.file_import FORCE ROW LEVEL SECURITY;
CREATE TABLE public.held_item (
    merchant text NOT NULL,
    approval_sequence bigint NOT NULL,
    item integer NOT NULL,
    product text NOT NULL,
    operation text NOT NULL,
    subject text NOT NULL,
    author text NOT NULL,
    asked_in bigint NOT NULL,
    request_hash bytea NOT NULL,
    sequence text,
    numbers text,
    content text,
    summary text NOT NULL,
    state text NOT NULL,
    mark text,
    held_until timestamp without time zone,
    day date,
    send_at timestamp without time zone,
    next_try timestamp with time zone,
    call uuid,
    note text,
    ended_at timestamp with time zone,
    CONSTRAINT held_item_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RELEASED'::text, 'SENDING'::text, 'ACCEPTED'::text, 'REFUSED'::text, 'NOT_STORED'::text, 'RETURNED'::text, 'WITHDRAWN'::text, 'MISSED'::text])))
);
ALTER TABLE ONLY public.held_item FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.held_item IS 'changes that wait for a second person, or for being sent after the release';
COMMENT ON COLUMN public.held_item.sequence IS 'of its contract';
COMMENT ON COLUMN public.held_item.numbers IS 'client and contract number as JSON, or the client number';
COMMENT ON COLUMN public.held_item.content IS 'JSON, sealed: the item as it was sent; none once it is settled';
COMMENT ON COLUMN public.held_item.summary IS 'JSON, sealed: what lists show of it';
COMMENT ON COLUMN public.held_item.mark IS 'of what the release was for, or the judgement of its import will be: anything else waits again';
COMMENT ON COLUMN public.held_item.held_until IS 'of a payout to a new or changed account; by business time, as the others';
COMMENT ON COLUMN public.held_item.day IS 'of a payout: the first day on which it pays';
COMMENT ON COLUMN public.held_item.send_at IS 'of a released payout: when it is sent';
COMMENT ON COLUMN public.held_item.next_try IS 'when it is sent, or tried again';
COMMENT ON COLUMN public.held_item.call IS 'the outgoing call, while and after it is sent';
COMMENT ON COLUMN public.held_item.note IS 'sealed: why it was refused, or waits again';
COMMENT ON COLUMN public.held_item.ended_at IS 'when its outcome became known';
CREATE TABLE public.idempotency (
    merchant text NOT NULL,
    subject text NOT NULL,
    key text NOT NULL,
    operation text NOT NULL,
    request_hash bytea NOT NULL,
    answer text NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.idempotency FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.idempotency IS 'the answer to a call that carried a key, kept in the transaction of its effect';
CREATE TABLE public.import_money (
    merchant text NOT NULL,
    import_id uuid NOT NULL,
    row_number integer NOT NULL,
    digest bytea NOT NULL
);
ALTER TABLE ONLY public.import_money FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.import_money.digest IS 'a keyed hash of the contract, day and amount of an accepted debit or payment';
CREATE TABLE public.import_row (
    merchant text NOT NULL,
    import_id uuid NOT NULL,
    row_number integer NOT NULL,
    state text NOT NULL,
    reasons text,
    call uuid,
    item integer,
    CONSTRAINT import_row_state_check CHECK ((state = ANY (ARRAY['REFUSED'::text, 'WAITING'::text, 'UNKNOWN'::text])))
);
ALTER TABLE ONLY public.import_row FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.import_row IS 'rows that were sent and are not accepted';
COMMENT ON COLUMN public.import_row.reasons IS 'JSON, sealed: why it was refused';
COMMENT ON COLUMN public.import_row.call IS 'the outgoing call whose outcome is not known yet';
CREATE TABLE public.instalment (
    merchant text NOT NULL,
    contract_sequence bigint NOT NULL,
    instalment_sequence integer NOT NULL,
    product text NOT NULL,
    planned_sequence integer,
    instalment_action_date timestamp without time zone NOT NULL,
    instalment_amount bigint NOT NULL,
    tracking_code text,
    debit_sequence_type text,
    ctc_amount bigint,
    instalment_status text NOT NULL,
    instalment_result text,
    return_date timestamp without time zone,
    created_date timestamp without time zone NOT NULL,
    last_update_date timestamp without time zone NOT NULL,
    next_look timestamp without time zone DEFAULT '-infinity'::timestamp without time zone NOT NULL,
    CONSTRAINT instalment_instalment_status_check CHECK ((instalment_status = ANY (ARRAY['SCHEDULED'::text, 'SUBMITTED'::text, 'TRACKING'::text, 'PAID'::text, 'UNPAID'::text, 'CANCELLED'::text])))
);
ALTER TABLE ONLY public.instalment FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.instalment.planned_sequence IS 'its place in the schedule; none if it was added by hand';
COMMENT ON COLUMN public.instalment.return_date IS 'of a paid one, when its return is announced';
COMMENT ON COLUMN public.instalment.next_look IS 'the time of the bank’s next event, before which clearing does not ask it';
CREATE TABLE public.job (
    job_sequence bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    payload jsonb NOT NULL,
    is_periodic boolean DEFAULT false NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claim uuid,
    claimed_until timestamp with time zone,
    last_error text,
    state text DEFAULT 'due'::text NOT NULL,
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['due'::text, 'dead'::text])))
);
ALTER TABLE ONLY public.job FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.job.last_error IS 'kind and code of an error, never its text: that may tell of people';
ALTER TABLE public.job ALTER COLUMN job_sequence ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.job_job_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.known_payee (
    merchant text NOT NULL,
    approval_sequence bigint NOT NULL,
    client_number text NOT NULL,
    client_name text,
    account text,
    shown text,
    left_out text,
    is_known boolean DEFAULT false NOT NULL,
    CONSTRAINT known_payee_left_out_check CHECK ((left_out = ANY (ARRAY['NOT_FOUND'::text, 'UNREADABLE'::text])))
);
ALTER TABLE ONLY public.known_payee FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.known_payee IS 'payees that were paid before this server stood in front of the provider, as two people have taken them over';
COMMENT ON COLUMN public.known_payee.account IS 'as in counted_payout; null of one that is left out';
COMMENT ON COLUMN public.known_payee.shown IS 'its last digits';
COMMENT ON COLUMN public.known_payee.is_known IS 'since the release';
CREATE TABLE public.merchant (
    merchant text NOT NULL,
    name text NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    products text[],
    form_defaults jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT merchant_products_check CHECK ((cardinality(products) > 0))
);
ALTER TABLE ONLY public.merchant FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.merchant.products IS 'null: every product of the service';
COMMENT ON COLUMN public.merchant.form_defaults IS 'by product and form';
CREATE TABLE public.message (
    organisation text NOT NULL,
    message_id text NOT NULL,
    delivery_id uuid DEFAULT gen_random_uuid() NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    content jsonb NOT NULL,
    url_options jsonb,
    callback_data text,
    notify_url text,
    status text NOT NULL,
    sent_by text NOT NULL,
    sent_date timestamp without time zone NOT NULL,
    done_date timestamp without time zone,
    CONSTRAINT message_status_check CHECK ((status = ANY (ARRAY['PENDING_ACCEPTED'::text, 'DELIVERED_TO_HANDSET'::text, 'EXPIRED_EXPIRED'::text, 'UNDELIVERABLE_NOT_DELIVERED'::text])))
);
ALTER TABLE ONLY public.message FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.message.delivery_id IS 'names the delivery report, the same in every attempt';
CREATE TABLE public.message_delivery (
    merchant text NOT NULL,
    digest bytea NOT NULL,
    call uuid NOT NULL,
    item integer NOT NULL,
    message_id text NOT NULL,
    organisation text NOT NULL,
    callback text NOT NULL,
    reports integer DEFAULT 0 NOT NULL,
    state text,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.message_delivery FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.message_delivery IS 'the address of a message under which a provider reports on it';
COMMENT ON COLUMN public.message_delivery.digest IS 'of the random part of the address';
COMMENT ON COLUMN public.message_delivery.item IS 'counts the outcomes of its call, from 0';
COMMENT ON COLUMN public.message_delivery.callback IS 'JSON, sealed: what the caller had in callbackData and notifyUrl';
COMMENT ON COLUMN public.message_delivery.reports IS 'that were kept';
COMMENT ON COLUMN public.message_delivery.state IS 'JSON, sealed: what the most telling report says';
CREATE TABLE public.message_sender (
    organisation text NOT NULL,
    sender text NOT NULL
);
ALTER TABLE ONLY public.message_sender FORCE ROW LEVEL SECURITY;
CREATE TABLE public.message_template (
    organisation text NOT NULL,
    template_name text NOT NULL,
    language text NOT NULL,
    template_status text NOT NULL,
    header_type text,
    body text NOT NULL,
    CONSTRAINT message_template_header_type_check CHECK ((header_type = ANY (ARRAY['TEXT'::text, 'IMAGE'::text, 'VIDEO'::text, 'DOCUMENT'::text]))),
    CONSTRAINT message_template_template_status_check CHECK ((template_status = ANY (ARRAY['APPROVED'::text, 'PENDING'::text, 'REJECTED'::text, 'PAUSED'::text])))
);
ALTER TABLE ONLY public.message_template FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.message_template.header_type IS 'another than TEXT needs a media address in each message';
COMMENT ON COLUMN public.message_template.body IS 'with {{1}}, {{2}} …';
CREATE TABLE public.migration (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.month_close (
    merchant text NOT NULL,
    product text NOT NULL,
    month text NOT NULL,
    version integer NOT NULL,
    closed_date timestamp without time zone NOT NULL,
    closed_by text NOT NULL,
    closing bigint NOT NULL,
    manifest text NOT NULL,
    signature text NOT NULL,
    returns_known bigint[],
    reopened_date timestamp without time zone,
    reopened_by text,
    reopened_reason text,
    CONSTRAINT month_close_check CHECK ((((reopened_date IS NULL) = (reopened_by IS NULL)) AND ((reopened_date IS NULL) = (reopened_reason IS NULL)))),
    CONSTRAINT month_close_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}$'::text))
);
ALTER TABLE ONLY public.month_close FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.month_close.returns_known IS 'the late returns that were there at the close, since a bank may give a later one an earlier date; none of a provider’s month';
CREATE TABLE public.month_close_day (
    merchant text NOT NULL,
    product text NOT NULL,
    month text NOT NULL,
    version integer NOT NULL,
    day date NOT NULL,
    hash text NOT NULL,
    lines text NOT NULL
);
ALTER TABLE ONLY public.month_close_day FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.month_close_day IS 'the transactions of each day of a closed month, as they were';
CREATE TABLE public.month_read (
    merchant text NOT NULL,
    read_id uuid NOT NULL,
    product text NOT NULL,
    month text NOT NULL,
    begun timestamp with time zone DEFAULT now() NOT NULL,
    version integer,
    returned text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT month_read_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}$'::text))
);
ALTER TABLE ONLY public.month_read FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.month_read IS 'a month as it was read from the provider: a closed one, or one that is being closed';
COMMENT ON COLUMN public.month_read.version IS 'of the close; null while the month is read';
COMMENT ON COLUMN public.month_read.returned IS 'the late returns that were there at the close';
CREATE TABLE public.month_read_block (
    merchant text NOT NULL,
    read_id uuid NOT NULL,
    run integer NOT NULL,
    block integer NOT NULL,
    rows integer NOT NULL,
    digests bytea NOT NULL,
    lines bytea NOT NULL
);
ALTER TABLE ONLY public.month_read_block FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.month_read_block IS 'sorted lines of transactions, deflated; the lines of a run are sorted throughout';
COMMENT ON COLUMN public.month_read_block.digests IS '16 bytes for each line, in their order';
CREATE TABLE public.organisation (
    organisation text NOT NULL,
    name text NOT NULL,
    merchants text[] NOT NULL
);
ALTER TABLE ONLY public.organisation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.outgoing_call (
    merchant text NOT NULL,
    call uuid NOT NULL,
    product text NOT NULL,
    operation text NOT NULL,
    subject text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    author text NOT NULL,
    asked_in bigint NOT NULL,
    state text NOT NULL,
    version integer NOT NULL,
    items text,
    outcomes text NOT NULL,
    open integer NOT NULL,
    unclear integer NOT NULL,
    is_answered boolean DEFAULT false NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    read_at timestamp with time zone,
    next_look timestamp with time zone,
    settled_at timestamp with time zone,
    status integer,
    answer text,
    settled_by text,
    CONSTRAINT outgoing_call_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENDING'::text, 'UNKNOWN'::text, 'SETTLED'::text])))
);
ALTER TABLE ONLY public.outgoing_call FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.outgoing_call IS 'changes on their way to the provider';
COMMENT ON COLUMN public.outgoing_call.version IS 'counts the changes of the row: each is conditional on it';
COMMENT ON COLUMN public.outgoing_call.items IS 'JSON, sealed; none once it is settled';
COMMENT ON COLUMN public.outgoing_call.outcomes IS 'JSON, sealed: the outcome of each item';
COMMENT ON COLUMN public.outgoing_call.is_answered IS 'the provider itself answered, so nothing of it is on its way any more';
CREATE TABLE public.outgoing_claim (
    merchant text NOT NULL,
    call uuid NOT NULL,
    item integer NOT NULL,
    product text NOT NULL,
    sequence text,
    numbers text
);
ALTER TABLE ONLY public.outgoing_claim FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.outgoing_claim IS 'the record that an item changes, kept for its call until the outcome is known';
COMMENT ON COLUMN public.outgoing_claim.sequence IS 'of its contract';
COMMENT ON COLUMN public.outgoing_claim.numbers IS 'client and contract number as JSON, or the client number';
CREATE TABLE public.payment (
    merchant text NOT NULL,
    contract_sequence bigint NOT NULL,
    payment_sequence integer NOT NULL,
    product text NOT NULL,
    payment_date timestamp without time zone NOT NULL,
    payment_amount bigint NOT NULL,
    payment_indicator text,
    payment_status text NOT NULL,
    response_code text,
    payment_bank_code integer,
    payment_branch_code integer,
    payment_account_number text,
    payment_account text,
    approval_sequence bigint,
    held_until timestamp without time zone,
    prepared_by text,
    prepared_on date,
    prepared_account text,
    prepared_in text,
    return_reason text,
    CONSTRAINT payment_payment_status_check CHECK ((payment_status = ANY (ARRAY['SCHEDULED'::text, 'SUBMITTED'::text, 'PAID'::text, 'UNPAID'::text, 'CANCELLED'::text, 'WAITING'::text, 'SENT_BACK'::text, 'MISSED'::text])))
);
ALTER TABLE ONLY public.payment FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.payment.payment_account_number IS 'sealed: where the money went';
COMMENT ON COLUMN public.payment.prepared_on IS 'with the account only where a rule counts sums';
COMMENT ON COLUMN public.payment.prepared_in IS 'the import, or the sequence of the call, only where a rule counts sums';
CREATE TABLE public.payout_contract (
    merchant text NOT NULL,
    contract_sequence bigint DEFAULT nextval('public.contract_sequence'::regclass) NOT NULL,
    product text NOT NULL,
    client_number text NOT NULL,
    contract_number text NOT NULL,
    payout_status_code text NOT NULL,
    payment_amount bigint NOT NULL,
    number_of_payments integer,
    payment_start_date timestamp without time zone NOT NULL,
    frequency_code text,
    payment_indicator text,
    cancel_code text,
    cancel_date timestamp without time zone,
    user_id text NOT NULL,
    next_look date DEFAULT '-infinity'::date NOT NULL,
    CONSTRAINT payout_contract_payout_status_code_check CHECK ((payout_status_code = ANY (ARRAY['ACTIVE'::text, 'CANCELLED'::text, 'COMPLETED'::text])))
);
ALTER TABLE ONLY public.payout_contract FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.payout_contract.next_look IS 'the day from which clearing looks whether it needs something besides what is due';
CREATE TABLE public.provider_connection (
    merchant text NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    address text,
    segment text,
    token_address text,
    client_id text,
    authentication text,
    scope text,
    audience text,
    offers text[],
    grace_seconds integer,
    reads_at_once integer,
    payout_days integer,
    dry_runs boolean DEFAULT false NOT NULL,
    tested_at timestamp with time zone,
    tested_by text,
    tested_address text,
    tested_version integer,
    findings jsonb,
    secret text,
    secret_since timestamp with time zone,
    former_secret text,
    former_ends timestamp with time zone,
    paused_since timestamp with time zone,
    paused_by text,
    CONSTRAINT provider_connection_check CHECK ((num_nulls(address, segment, token_address, client_id, authentication, offers, grace_seconds, reads_at_once) = ANY (ARRAY[0, 8]))),
    CONSTRAINT provider_connection_check1 CHECK (((address IS NOT NULL) OR (secret IS NULL))),
    CONSTRAINT provider_connection_check2 CHECK (((secret IS NOT NULL) OR (former_secret IS NULL))),
    CONSTRAINT provider_connection_payout_days_check CHECK (((payout_days >= 0) AND (payout_days <= 5)))
);
ALTER TABLE ONLY public.provider_connection FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.provider_connection IS 'how a merchant’s calls reach the provider';
COMMENT ON COLUMN public.provider_connection.version IS 'counts the changes of the connection and its secrets';
COMMENT ON COLUMN public.provider_connection.address IS 'none: the one of the environment';
COMMENT ON COLUMN public.provider_connection.payout_days IS 'banking days before its day on which a released payout is sent; none for 1';
COMMENT ON COLUMN public.provider_connection.dry_runs IS 'the last test found that the provider answers them; only of the tested address and version';
COMMENT ON COLUMN public.provider_connection.findings IS 'of the last test';
COMMENT ON COLUMN public.provider_connection.secret IS 'sealed';
COMMENT ON COLUMN public.provider_connection.former_secret IS 'sealed; used until then where the newer one is refused';
COMMENT ON COLUMN public.provider_connection.paused_since IS 'changes are not sent; reads go on';
CREATE TABLE public.test_clock (
    merchant text NOT NULL,
    days_ahead integer NOT NULL,
    moved_from timestamp without time zone,
    moved_to timestamp without time zone,
    caught_up_days integer,
    CONSTRAINT test_clock_days_ahead_check CHECK (((days_ahead >= 0) AND (days_ahead <= 36525)))
);
ALTER TABLE ONLY public.test_clock FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN public.test_clock.caught_up_days IS 'the days_ahead up to which everything has happened; another than days_ahead while a move is under way';
CREATE TABLE public.transaction (
    merchant text NOT NULL,
    transaction_sequence bigint DEFAULT nextval('public.record_sequence'::regclass) NOT NULL,
    product text NOT NULL,
    transaction_date timestamp without time zone NOT NULL,
    client_number text NOT NULL,
    contract_number text NOT NULL,
    contract_sequence bigint NOT NULL,
    instalment_sequence integer,
    payment_sequence integer,
    mandate_type text,
    debit_sequence_type text,
    tracking_code text,
    transaction_type text,
    amount bigint NOT NULL,
    status text NOT NULL,
    payment_bank_code integer,
    payment_branch_code integer,
    CONSTRAINT transaction_check CHECK ((num_nonnulls(instalment_sequence, payment_sequence) = 1))
);
ALTER TABLE ONLY public.transaction FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.transaction IS 'a debit of an instalment, or the payment of a payout';
CREATE TABLE sign_in.account_key (
    id integer NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT account_key_id_check CHECK ((id = 1))
);
COMMENT ON COLUMN sign_in.account_key.secret IS 'of the marks; sealed';
CREATE TABLE sign_in.audit_secret (
    id integer NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT audit_secret_id_check CHECK ((id = 1))
);
COMMENT ON TABLE sign_in.audit_secret IS 'the key of the digests';
CREATE TABLE sign_in.callback_secret (
    organisation text NOT NULL,
    secret text NOT NULL,
    former_secret text,
    former_until timestamp with time zone
);
COMMENT ON COLUMN sign_in.callback_secret.secret IS 'signs delivery reports; the receiver holds it too';
COMMENT ON COLUMN sign_in.callback_secret.former_secret IS 'signs reports as well until former_until';
CREATE SEQUENCE sign_in.epoch
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE sign_in.factor (
    factor_id text NOT NULL,
    username text NOT NULL,
    kind text NOT NULL,
    secret bytea NOT NULL,
    counter bigint DEFAULT 0 NOT NULL,
    challenge text,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT factor_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'totp'::text])))
);
COMMENT ON COLUMN sign_in.factor.secret IS 'the public key of a passkey; the shared key of an app';
COMMENT ON COLUMN sign_in.factor.counter IS 'of a passkey, its signatures; of an app, the last step that was used';
COMMENT ON COLUMN sign_in.factor.challenge IS 'the last one that a passkey answered';
CREATE TABLE sign_in.invitation (
    token_hash bytea NOT NULL,
    username text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
COMMENT ON COLUMN sign_in.invitation.username IS 'none: the link makes the first administrator';
CREATE TABLE sign_in.known_place (
    key_hash bytea NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE sign_in.known_place IS 'a name and an address that have shown the right password together: others’ guesses do not slow them';
CREATE TABLE sign_in.message_sign_in (
    username text NOT NULL,
    organisation text NOT NULL,
    password_hash text NOT NULL,
    sandbox boolean DEFAULT false NOT NULL,
    disabled boolean DEFAULT false NOT NULL
);
CREATE TABLE sign_in.oauth_item (
    kind text NOT NULL,
    id_hash bytea NOT NULL,
    payload json NOT NULL,
    grant_id text,
    session_uid text,
    expires_at timestamp with time zone NOT NULL,
    consumed_at timestamp with time zone
);
COMMENT ON TABLE sign_in.oauth_item IS 'sessions, codes, refresh tokens and the like';
CREATE TABLE sign_in.oauth_key (
    key_id text NOT NULL,
    use text NOT NULL,
    secret text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT oauth_key_use_check CHECK ((use = ANY (ARRAY['signing'::text, 'cookies'::text])))
);
CREATE TABLE sign_in.oauth_replay (
    token_hash bytea NOT NULL,
    claimed_at timestamp with time zone DEFAULT now() NOT NULL,
    answer bytea,
    grant_id text,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE sign_in.pace (
    key_hash bytea NOT NULL,
    tries real NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL
);
COMMENT ON TABLE sign_in.pace IS 'of a name at an address, and of either alone: how many tries lately, and when the last of them has its turn';
CREATE TABLE sign_in.person (
    username text NOT NULL,
    display_name text NOT NULL,
    password_hash text NOT NULL,
    permissions text[] NOT NULL,
    merchants text[] NOT NULL,
    roles text[] DEFAULT '{}'::text[] NOT NULL,
    sandbox boolean DEFAULT false NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    epoch bigint DEFAULT nextval('sign_in.epoch'::regclass) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);
COMMENT ON COLUMN sign_in.person.merchants IS 'merchant numbers, or the one word *';
COMMENT ON COLUMN sign_in.person.roles IS 'as role:merchant; the merchant * is every merchant';
CREATE TABLE sign_in.program (
    client_id text NOT NULL,
    display_name text NOT NULL,
    secret_hash text NOT NULL,
    secret_by text,
    former_secret_hash text,
    former_secret_by text,
    permissions text[] NOT NULL,
    merchants text[] NOT NULL,
    exempt boolean DEFAULT false NOT NULL,
    sandbox boolean DEFAULT false NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    epoch bigint DEFAULT nextval('sign_in.epoch'::regclass) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);
COMMENT ON COLUMN sign_in.program.secret_by IS 'who was shown the secret; null for the terminal';
COMMENT ON COLUMN sign_in.program.former_secret_hash IS 'valid, too, while the newer one replaces it';
COMMENT ON COLUMN sign_in.program.merchants IS 'merchant numbers, or the one word *';
CREATE TABLE sign_in.recovery_code (
    code_hash bytea NOT NULL,
    username text NOT NULL
);
CREATE TABLE sign_in.session (
    session_uid text NOT NULL,
    username text NOT NULL,
    grant_id text NOT NULL,
    device text NOT NULL,
    signed_in_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE sign_in.settings_request (
    request_sequence bigint NOT NULL,
    call text NOT NULL,
    path text NOT NULL,
    body text NOT NULL,
    change text NOT NULL,
    merchants text[] NOT NULL,
    requested_by text NOT NULL,
    requested_name text NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    decision text,
    decided_by text,
    decided_at timestamp with time zone,
    CONSTRAINT settings_request_decision_check CHECK ((decision = ANY (ARRAY['CONFIRMED'::text, 'DECLINED'::text])))
);
COMMENT ON TABLE sign_in.settings_request IS 'changes of settings that wait for a second administrator';
COMMENT ON COLUMN sign_in.settings_request.merchants IS 'the second person administers all of them';
ALTER TABLE sign_in.settings_request ALTER COLUMN request_sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME sign_in.settings_request_request_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO public.approval VALUES ('1001', 8, 'PAYOUTS', 'EFT', 'RULE', '{staff}', 'tab	here, newline
there, backslash \ and \. and 😀', '2026-04-01 08:00:00', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.approval VALUES ('1002', 16, 'PAYOUTS', 'EFT', 'RULE', '{staff}', 'tab	here, newline
there, backslash \ and \. and 😀', '2026-04-01 08:00:00', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.approval_rule VALUES ('1001', 100, 48, false, false);
INSERT INTO public.approval_rule VALUES ('1002', 100, 48, false, false);
INSERT INTO public.audit_checkpoint VALUES ('1001', 1, '\x00ff');
INSERT INTO public.audit_checkpoint VALUES ('1002', 1, '\x00ff');
INSERT INTO public.audit_entry VALUES ('1001', 1, '\x00ff', '{"Action": "é"}', DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.audit_entry VALUES ('1002', 1, '\x00ff', '{"Action": "é"}', DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.audit_key VALUES ('1001', 'EFT', 'C-1', '\x0a0b');
INSERT INTO public.audit_key VALUES ('1002', 'EFT', 'C-1', '\x0a0b');
INSERT INTO public.audit_proof VALUES ('1001', 'new', 1, '\x00ff', NULL, NULL, NULL, NULL);
INSERT INTO public.audit_proof VALUES ('1002', 'new', 1, '\x00ff', NULL, NULL, NULL, NULL);
INSERT INTO public.bank_account VALUES ('1001', 'A', 3, 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.bank_account VALUES ('1002', 'A', 3, 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.case_record VALUES ('demo', 'CS-10001', '1001', 'Umthombo Home Finance', 'LN000012', 'Debit taken twice this month', 'Disputed debit', 'Client saw two collections on the bank statement and asks for one of them back. Compare the transactions of contract LN000012 with the statement.', '6907267320083', 'Hlayiseka', 'Mathebula', '0715550893', 'hlayiseka.mathebula12@example.com', '[{"url": "https://files.example.com/cases/CS-10001/statement.pdf", "filename": "statement.pdf"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10002', '1001', 'Umthombo Home Finance', 'LN000031', 'Promise to pay', 'Arrears', 'Client lost a month of income and promises to catch up with two payments. Instalments stay as they are until the second one is paid.', '7510188347083', 'Stefan', 'van der Merwe', '0845550316', 'stefan.vandermerwe31@example.org', '[]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10003', '1001', 'Umthombo Home Finance', 'LN000044', 'Wishes to pay after payday', 'Collection day', 'Salary moved to the 28th. Asks that instalments be collected on the last working day from now on.', '7204265441080', 'Keenan', 'Samsodien', '0835558453', 'keenan.samsodien44@example.com', '[]', 'Waiting for client');
INSERT INTO public.case_record VALUES ('demo', 'CS-10004', '1001', 'Umthombo Home Finance', 'LN000058', 'Account closed, new account opened', 'Bank details', 'Old account was closed after a card fraud. New account confirmed by the bank''s letter.', '6004216874087', 'Akani', 'Maluleke', '0715559247', 'akani.maluleke58@example.org', '[{"url": "https://files.example.com/cases/CS-10004/bank-letter.pdf", "filename": "bank-letter.pdf"}, {"url": "https://files.example.com/cases/CS-10004/id-copy.jpg", "filename": "id-copy.jpg"}]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10005', '1001', 'Umthombo Home Finance', 'LN000073', 'Says the mandate was never signed', 'Disputed debit', 'Client does not remember the contract. Signed application found and sent to the client.', '8105255605080', 'Tiyani', 'Bila', '0735556111', 'tiyani.bila73@example.com', '[{"url": "https://files.example.com/cases/CS-10005/application-signed.pdf", "filename": "application-signed.pdf"}]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10006', '1001', 'Umthombo Home Finance', 'LN000087', 'Settlement quote asked for', 'Settlement', 'Client sells the house and asks for the amount that settles LN000087 at the end of next month.', '6812253519088', 'Nosipho', 'Mbeki', '0725550687', 'nosipho.mbeki87@example.com', '[]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10007', '1001', 'Umthombo Home Finance', 'LN000102', 'Notice of death from the executor', 'Deceased estate', 'Executor sent the letter of authority and asks that no further instalment be collected. Insurer informed.', '5901253070084', 'Catherine', 'Whitfield', '0605557453', 'catherine.whitfield102@example.org', '[{"url": "https://files.example.com/cases/CS-10007/letter-of-authority.pdf", "filename": "letter-of-authority.pdf"}, {"url": "https://files.example.com/cases/CS-10007/death-certificate.pdf", "filename": "death-certificate.pdf"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10008', '1001', 'Umthombo Home Finance', 'LN000119', 'Form 17.1 received', 'Debt review', 'Client applied for debt review. Certificate of balance due within five business days.', '7706182086087', 'Mamello', 'Lebona', '0845557495', 'mamello.lebona119@example.org', '[{"url": "https://files.example.com/cases/CS-10008/form-17-1.pdf", "filename": "form-17-1.pdf"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10009', '1001', 'Umthombo Home Finance', NULL, 'Called three times on one day', 'Complaint', 'Client complains about repeated calls although the arrears were paid. Calls taken off the campaign.', '9104032821085', 'Riana', 'Coetzee', '0725556666', 'riana.coetzee133@example.org', '[]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10010', '1001', 'Umthombo Home Finance', NULL, 'New cellphone number', 'Personal details', 'Number updated after the client''s identity was checked.', '6904297124080', 'Gundo', 'Rambau', '0795553731', 'gundo.rambau150@example.com', '[]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10011', '1001', 'Umthombo Home Finance', 'LN000166', 'Unpaid three times in a row', 'Arrears', 'Bank answers ''not sufficient funds''. Client does not answer calls, letter sent to the employer''s address on file.', '8901284256089', 'Khutso', 'Rapetswa', '0835550951', NULL, '[]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10012', '1001', 'Umthombo Home Finance', 'LN000181', 'Why was the contract cancelled?', 'Cancellation', 'Contract ended at the client''s own request by telephone; recording found and offered.', '6004182815080', 'Nicole', 'Lambert', '0735556323', 'nicole.lambert181@example.com', '[{"url": "https://files.example.com/cases/CS-10012/call-note.txt", "filename": "call-note.txt"}]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10013', '1001', 'Umthombo Home Finance', 'LN000204', 'Paid-up letter not received', 'Paid-up letter', 'Last instalment is paid. Letter sent again, this time by post because no email address is on file.', '8610282593084', 'Bontle', 'Molefe', '0725551023', NULL, '[{"url": "https://files.example.com/cases/CS-10013/paid-up-letter.pdf", "filename": "paid-up-letter.pdf"}]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10014', '1001', 'Umthombo Home Finance', 'LN000233', 'Overpaid by electronic transfer', 'Refund', 'Client paid by transfer on the day that the debit also went through. Refund of the transfer asked for.', '0212203039087', 'Nkhensani', 'Baloyi', '0765554166', 'nkhensani.baloyi233@example.org', '[{"url": "https://files.example.com/cases/CS-10014/proof-of-payment.pdf", "filename": "proof-of-payment.pdf"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10015', '1001', 'Umthombo Home Finance', 'LN000260', 'Holiday bonus in December', 'Collection day', 'Asks that the December instalment be collected a week earlier, before the family travels.', '6512041346089', 'Khathutshelo', 'Rambau', '0795550574', 'khathutshelo.rambau260@example.com', '[]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10016', '1001', 'Umthombo Home Finance', 'LN000299', 'Bond attorney needs confirmation', 'Paid-up letter', 'Attorney asks in writing that the account is settled. Consent of the client attached.', '6603281325089', 'Kelebogile', 'Kgosana', '0835556684', 'kelebogile.kgosana299@example.org', '[{"url": "https://files.example.com/cases/CS-10016/consent.pdf", "filename": "consent.pdf"}]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10017', '1001', 'Umthombo Home Finance', 'LN000312', 'Listing after settlement', 'Credit bureau', 'Client is still listed as in arrears although the account was settled. Correction sent to the bureaus.', '8105139096084', 'Hennie', 'du Plessis', '0735554691', 'hennie.duplessis312@example.org', '[{"url": "https://files.example.com/cases/CS-10017/bureau-report.pdf", "filename": "bureau-report.pdf"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10018', '1001', 'Umthombo Home Finance', 'LN000347', 'Stop order placed at the bank', 'Bank details', 'Bank stopped the debit on the client''s word. Client now agrees to go on and lifts the stop order.', '7106278813082', 'Thuso', 'Tsheole', '0825555361', 'thuso.tsheole347@example.org', '[]', 'Waiting for client');
INSERT INTO public.case_record VALUES ('demo', 'CS-10019', '1001', 'Umthombo Home Finance', 'LN000401', 'Claims on credit life cover', 'Insurance', 'Retrenched at the end of last month and claims on the cover of LN000401. Retrenchment letter is still missing.', '7601192397089', 'Hlengiwe', 'Hadebe', '0845556730', 'hlengiwe.hadebe401@example.com', '[{"url": "https://files.example.com/cases/CS-10019/claim-form.pdf", "filename": "claim-form.pdf"}]', 'Waiting for client');
INSERT INTO public.case_record VALUES ('demo', 'CS-10020', '1001', 'Umthombo Home Finance', NULL, 'Message in the wrong language', 'Complaint', 'Client asks for messages in isiXhosa. Preference noted.', '0206275477084', 'Phumlani', 'Sonti', '0725550507', 'phumlani.sonti455@example.org', '[]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10021', '1001', 'Umthombo Home Finance', 'LN000640', 'Paid more than the quote', 'Settlement', 'Settlement amount paid with a day of interest too much. Difference to be paid back.', '7506258977080', 'Zola', 'Qwabe', '0725557579', 'zola.qwabe640@example.org', '[{"url": "https://files.example.com/cases/CS-10021/settlement-quote.pdf", "filename": "settlement-quote.pdf"}, {"url": "https://files.example.com/cases/CS-10021/proof-of-payment.pdf", "filename": "proof-of-payment.pdf"}]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10022', '1001', 'Umthombo Home Finance', 'LN000777', 'Says someone used his identity', 'Fraud', 'Affidavit from the police station received. Collections held while the signature is compared.', '0403237653080', 'Igsaan', 'Abrahams', '0835555062', 'igsaan.abrahams777@example.org', '[{"url": "https://files.example.com/cases/CS-10022/affidavit.pdf", "filename": "affidavit.pdf"}, {"url": "https://files.example.com/cases/CS-10022/specimen-signature.png", "filename": "specimen-signature.png"}]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10023', '1001', 'Umthombo Home Finance', 'LN000903', 'Statement of the tax year', 'Statement', 'Asks for all payments from March to February for the revenue service.', '5706274175089', 'Refiloe', 'Sehlabaka', '0715551216', 'refiloe.sehlabaka903@example.com', '[{"url": "https://files.example.com/cases/CS-10023/statement-of-account.pdf", "filename": "statement-of-account.pdf"}]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10024', '1001', 'Umthombo Home Finance', 'LN500017', 'Asks when the last debit goes off', 'Paid-up letter', 'Confirmed that LN500017 has run its course and that nothing else is due on it.', '6206242783089', 'Nthabiseng', 'Phakisi', '0735551822', 'nthabiseng.phakisi17@example.org', '[]', 'Closed');
INSERT INTO public.case_record VALUES ('demo', 'CS-10025', '1001', 'Umthombo Home Finance', 'LN500042', 'Amount differs from the mandate', 'Disputed debit', 'Annual adjustment was applied. Client had not read the notice; explained and accepted.', '9406034728089', 'Riana', 'Fourie', '0835558403', 'riana.fourie42@example.org', '[{"url": "https://files.example.com/cases/CS-10025/adjustment-notice.pdf", "filename": "adjustment-notice.pdf"}]', 'Resolved');
INSERT INTO public.case_record VALUES ('demo', 'CS-10026', '1001', 'Umthombo Home Finance', 'LN500088', 'Tracking days run into the weekend', 'Collection day', 'Asks that tracking end before the weekend, when the money is meant for groceries.', '6306121925080', 'Yashika', 'Ramdass', '0835554591', 'yashika.ramdass88@example.com', '[]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10027', '1001', 'Umthombo Home Finance', 'LN500130', 'Declined the mandate by mistake', 'Bank details', 'Client pressed the wrong key when the bank asked. A new mandate is to be initiated.', '6006183231084', 'Omphile', 'Motsepe', '0845556566', 'omphile.motsepe130@example.org', '[]', 'In progress');
INSERT INTO public.case_record VALUES ('demo', 'CS-10028', '1001', 'Umthombo Home Finance', 'LN500215', 'Cancelled mandate, balance remains', 'Cancellation', 'Mandate was cancelled at the bank. Client wishes to pay the balance by transfer in three parts.', '7805020744087', 'Mokgadi', 'Molepo', '0735553726', 'mokgadi.molepo215@example.org', '[{"url": "https://files.example.com/cases/CS-10028/payment-plan.pdf", "filename": "payment-plan.pdf"}]', 'Open');
INSERT INTO public.case_record VALUES ('demo', 'CS-10029', '1001', 'Umthombo Home Finance', NULL, 'New passport', 'Personal details', 'Passport was renewed and the number changed. Copy received, certified.', 'A91735858', 'Deepika', 'Maharaj', '0715554829', 'deepika.maharaj333@example.com', '[{"url": "https://files.example.com/cases/CS-10029/passport-certified.pdf", "filename": "passport-certified.pdf"}]', 'Waiting for client');
INSERT INTO public.case_record VALUES ('demo', 'CS-10030', '1001', 'Umthombo Home Finance', 'LN500480', 'Short pay, asks for a lower instalment', 'Arrears', 'Hours at work were cut. Income and expenses form sent out, answer awaited.', '7702164217089', 'Zukiswa', 'Mfeketo', '0765550465', 'zukiswa.mfeketo480@example.org', '[{"url": "https://files.example.com/cases/CS-10030/income-and-expenses.xlsx", "filename": "income-and-expenses.xlsx"}]', 'Waiting for client');
INSERT INTO public.case_record VALUES ('demo', 'CS-10031', '1001', 'Umthombo Home Finance', 'LN500900', 'Mandate not yet accepted', 'Mandate', 'Client says that no request came from the bank. Asked to look in the banking app and to call back.', '7806227115089', 'Letlhogonolo', 'Gaborone', '0725551422', 'letlhogonolo.gaborone900@example.com', '[]', 'Open');
INSERT INTO public.change VALUES ('1001', 4, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-1', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-1');
INSERT INTO public.change VALUES ('1001', 5, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-2', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-2');
INSERT INTO public.change VALUES ('1001', 6, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-3', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-3');
INSERT INTO public.change VALUES ('1002', 12, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-1', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-1');
INSERT INTO public.change VALUES ('1002', 13, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-2', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-2');
INSERT INTO public.change VALUES ('1002', 14, NULL, 'EFT', 'client', '2026-03-01 08:00:00', 'staff', 'C-3', NULL, NULL, NULL, NULL, NULL, 'CREATE', 'ClientNumber', NULL, 'C-3');
INSERT INTO public.client VALUES ('1001', 'EFT', 'C-1', 'tab	here, newline
there, backslash \ and \. and 😀1', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740990', NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1001', 'EFT', 'C-2', 'tab	here, newline
there, backslash \ and \. and 😀2', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740989', NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1001', 'EFT', 'C-3', 'tab	here, newline
there, backslash \ and \. and 😀3', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740988', NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1002', 'EFT', 'C-1', 'tab	here, newline
there, backslash \ and \. and 😀1', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740990', NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1002', 'EFT', 'C-2', 'tab	here, newline
there, backslash \ and \. and 😀2', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740989', NULL, NULL, NULL, NULL);
INSERT INTO public.client VALUES ('1002', 'EFT', 'C-3', 'tab	here, newline
there, backslash \ and \. and 😀3', NULL, NULL, NULL, NULL, 4, 470010, 1, '9007199254740988', NULL, NULL, NULL, NULL);
INSERT INTO public.contract VALUES ('1001', 100001, 'EFT', false, 'C-1', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10001, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.contract VALUES ('1001', 100002, 'EFT', true, 'C-2', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10002, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.contract VALUES ('1001', 100003, 'EFT', false, 'C-3', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10003, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.contract VALUES ('1002', 100007, 'EFT', false, 'C-1', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10001, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.contract VALUES ('1002', 100008, 'EFT', true, 'C-2', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10002, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.contract VALUES ('1002', 100009, 'EFT', false, 'C-3', 'A', 'ACTIVE', NULL, NULL, NULL, 'MNTH', 25, NULL, NULL, NULL, 7.2500, NULL, NULL, NULL, NULL, '2026-04-25 00:00:00', 10003, NULL, NULL, NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.counted_payout VALUES ('1001', 7, 3, 1, NULL, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', '2026-04-01', 5000, 'staff', '2026-03-31', '7', false);
INSERT INTO public.counted_payout VALUES ('1002', 15, 3, 1, NULL, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', '2026-04-01', 5000, 'staff', '2026-03-31', '7', false);
INSERT INTO public.delivery_report VALUES ('1001', '\x00ff', '\x0a0b', '2026-11-30 12:10:08.568259+00', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.delivery_report VALUES ('1002', '\x00ff', '\x0a0b', '2026-11-30 12:10:08.598797+00', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.file_import VALUES ('1001', '00000000-0000-4000-8000-000000000002', 'EFT', 'instalmentCreate', 'staff', 'Staff', 'tab	here, newline
there, backslash \ and \. and 😀', 3, 1, '2026-11-30 12:10:08.568259+00');
INSERT INTO public.file_import VALUES ('1002', '00000000-0000-4000-8000-000000000002', 'EFT', 'instalmentCreate', 'staff', 'Staff', 'tab	here, newline
there, backslash \ and \. and 😀', 3, 1, '2026-11-30 12:10:08.598797+00');
INSERT INTO public.held_item VALUES ('1001', 3, 1, 'EFT', 'clientEdit', 'staff', '{}', 7, '\x0a0b', NULL, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', 'tab	here, newline
there, backslash \ and \. and 😀', 'RELEASED', NULL, NULL, NULL, NULL, '2026-11-30 12:10:08.568259+00', NULL, 'tab	here, newline
there, backslash \ and \. and 😀', NULL);
INSERT INTO public.held_item VALUES ('1002', 3, 1, 'EFT', 'clientEdit', 'staff', '{}', 7, '\x0a0b', NULL, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', 'tab	here, newline
there, backslash \ and \. and 😀', 'RELEASED', NULL, NULL, NULL, NULL, '2026-11-30 12:10:08.598797+00', NULL, 'tab	here, newline
there, backslash \ and \. and 😀', NULL);
INSERT INTO public.idempotency VALUES ('1001', 'staff', 'key', 'clientCreate', '\x0a0b', 'tab	here, newline
there, backslash \ and \. and 😀', '2026-11-30 12:10:08.568259+00');
INSERT INTO public.idempotency VALUES ('1002', 'staff', 'key', 'clientCreate', '\x0a0b', 'tab	here, newline
there, backslash \ and \. and 😀', '2026-11-30 12:10:08.598797+00');
INSERT INTO public.import_money VALUES ('1001', '00000000-0000-4000-8000-000000000002', 1, '\x00ff');
INSERT INTO public.import_money VALUES ('1002', '00000000-0000-4000-8000-000000000002', 1, '\x00ff');
INSERT INTO public.import_row VALUES ('1001', '00000000-0000-4000-8000-000000000002', 2, 'REFUSED', 'tab	here, newline
there, backslash \ and \. and 😀', NULL, NULL);
INSERT INTO public.import_row VALUES ('1002', '00000000-0000-4000-8000-000000000002', 2, 'REFUSED', 'tab	here, newline
there, backslash \ and \. and 😀', NULL, NULL);
INSERT INTO public.instalment VALUES ('1001', 100001, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100001, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100002, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1001', 100003, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100007, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100008, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 1, 'EFT', NULL, '2026-05-25 00:00:00', 10001, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 2, 'EFT', NULL, '2026-06-25 00:00:00', 10002, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 3, 'EFT', NULL, '2026-07-25 00:00:00', 10003, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 4, 'EFT', NULL, '2026-08-25 00:00:00', 10004, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 5, 'EFT', NULL, '2026-09-25 00:00:00', 10005, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 6, 'EFT', NULL, '2026-10-25 00:00:00', 10006, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 7, 'EFT', NULL, '2026-11-25 00:00:00', 10007, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 8, 'EFT', NULL, '2026-12-25 00:00:00', 10008, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 9, 'EFT', NULL, '2027-01-25 00:00:00', 10009, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 10, 'EFT', NULL, '2027-02-25 00:00:00', 10010, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 11, 'EFT', NULL, '2027-03-25 00:00:00', 10011, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.instalment VALUES ('1002', 100009, 12, 'EFT', NULL, '2027-04-25 00:00:00', 10012, NULL, NULL, NULL, 'SCHEDULED', NULL, NULL, '2026-03-01 08:00:00', '2026-03-01 08:00:00', '-infinity');
INSERT INTO public.job VALUES (1, 'network', 'a', '{"n": [1, "é"]}', false, '2026-11-30 12:10:08.614754+00', 3, '274881e3-c695-4172-a14d-70bdf9578b88', '2026-11-30 13:10:08.614754+00', NULL, 'due');
INSERT INTO public.known_payee VALUES ('1001', 3, 'C-1', 'tab	here, newline
there, backslash \ and \. and 😀', 'tab	here, newline
there, backslash \ and \. and 😀', '…1111', NULL, true);
INSERT INTO public.known_payee VALUES ('1002', 3, 'C-1', 'tab	here, newline
there, backslash \ and \. and 😀', 'tab	here, newline
there, backslash \ and \. and 😀', '…1111', NULL, true);
INSERT INTO public.merchant VALUES ('1001', 'Merchant tab	here, newline
there, backslash \ and \. and 😀', false, NULL, '{}');
INSERT INTO public.merchant VALUES ('1002', 'Merchant tab	here, newline
there, backslash \ and \. and 😀', false, NULL, '{}');
INSERT INTO public.message_delivery VALUES ('1001', '\x00ff', '00000000-0000-4000-8000-000000000001', 0, 'm-1', 'demo', '{}', 0, 'tab	here, newline
there, backslash \ and \. and 😀', '2026-11-30 12:10:08.568259+00');
INSERT INTO public.message_delivery VALUES ('1002', '\x00ff', '00000000-0000-4000-8000-000000000001', 0, 'm-1', 'demo', '{}', 0, 'tab	here, newline
there, backslash \ and \. and 😀', '2026-11-30 12:10:08.598797+00');
INSERT INTO public.message_sender VALUES ('demo', '27105550100');
INSERT INTO public.message_sender VALUES ('demo', '27105550101');
INSERT INTO public.message_template VALUES ('demo', 'payment_reminder', 'en', 'APPROVED', 'TEXT', 'Hello {{1}}, your instalment of {{2}} on contract {{3}} will be collected on {{4}}.');
INSERT INTO public.message_template VALUES ('demo', 'payment_reminder', 'af', 'APPROVED', 'TEXT', 'Hallo {{1}}, u paaiement van {{2}} op kontrak {{3}} word op {{4}} ingevorder.');
INSERT INTO public.message_template VALUES ('demo', 'payment_received', 'en', 'APPROVED', NULL, 'Thank you {{1}}. We received your payment of {{2}} on contract {{3}}.');
INSERT INTO public.message_template VALUES ('demo', 'payment_unpaid', 'en', 'APPROVED', NULL, 'Hello {{1}}, your bank returned the instalment of {{2}} unpaid. Please make sure of funds by {{3}}.');
INSERT INTO public.message_template VALUES ('demo', 'mandate_request', 'en', 'APPROVED', NULL, 'Hello {{1}}, your bank will ask you to accept a mandate of {{2}}.');
INSERT INTO public.message_template VALUES ('demo', 'statement', 'en', 'APPROVED', 'DOCUMENT', 'Hello {{1}}, your statement for {{2}} is attached.');
INSERT INTO public.message_template VALUES ('demo', 'thank_you', 'en', 'APPROVED', 'IMAGE', 'You have paid your last instalment. Thank you!');
INSERT INTO public.message_template VALUES ('demo', 'season_greetings', 'en', 'PENDING', 'IMAGE', 'Season’s greetings to you, {{1}}.');
INSERT INTO public.message_template VALUES ('demo', 'special_offer', 'en', 'REJECTED', NULL, 'Only today: borrow {{1}} more!');
INSERT INTO public.migration VALUES ('001-schema', '2026-11-30 12:10:06.522535+00');
INSERT INTO public.month_close VALUES ('1001', 'EFT', '2026-03', 1, '2026-04-01 09:00:00', 'finance', 12345, 'tab	here, newline
there, backslash \ and \. and 😀', 'a.b.c', NULL, NULL, NULL, NULL);
INSERT INTO public.month_close VALUES ('1002', 'EFT', '2026-03', 1, '2026-04-01 09:00:00', 'finance', 12345, 'tab	here, newline
there, backslash \ and \. and 😀', 'a.b.c', NULL, NULL, NULL, NULL);
INSERT INTO public.month_close_day VALUES ('1001', 'EFT', '2026-03', 1, '2026-03-02', 'h', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.month_close_day VALUES ('1002', 'EFT', '2026-03', 1, '2026-03-02', 'h', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.month_read VALUES ('1001', '0f8fad5b-d9cb-469f-a165-70867728950e', 'EFT', '2026-03', '2026-11-30 12:10:08.568259+00', NULL, '{"tab	here, newline
there, backslash \\ and \\. and 😀"}');
INSERT INTO public.month_read VALUES ('1002', '0f8fad5b-d9cb-469f-a165-70867728950e', 'EFT', '2026-03', '2026-11-30 12:10:08.598797+00', NULL, '{"tab	here, newline
there, backslash \\ and \\. and 😀"}');
INSERT INTO public.month_read_block VALUES ('1001', '0f8fad5b-d9cb-469f-a165-70867728950e', 0, 0, 1, '\x00ff', '\x789c');
INSERT INTO public.month_read_block VALUES ('1002', '0f8fad5b-d9cb-469f-a165-70867728950e', 0, 0, 1, '\x00ff', '\x789c');
INSERT INTO public.organisation VALUES ('demo', 'Demo Collections', '{1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016}');
INSERT INTO public.outgoing_call VALUES ('1001', '00000000-0000-4000-8000-000000000001', 'EFT', 'clientCreate', 'staff', 'key', '\x0a0b', '{}', 7, 'UNKNOWN', 2, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', 1, 0, false, '2026-11-30 12:10:08.568259+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outgoing_call VALUES ('1002', '00000000-0000-4000-8000-000000000001', 'EFT', 'clientCreate', 'staff', 'key', '\x0a0b', '{}', 7, 'UNKNOWN', 2, NULL, 'tab	here, newline
there, backslash \ and \. and 😀', 1, 0, false, '2026-11-30 12:10:08.598797+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.outgoing_claim VALUES ('1001', '00000000-0000-4000-8000-000000000001', 0, 'EFT', NULL, 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.outgoing_claim VALUES ('1002', '00000000-0000-4000-8000-000000000001', 0, 'EFT', NULL, 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.payment VALUES ('1001', 100004, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payment VALUES ('1001', 100005, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payment VALUES ('1001', 100006, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payment VALUES ('1002', 100010, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payment VALUES ('1002', 100011, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payment VALUES ('1002', 100012, 1, 'EFT', '2026-04-01 08:00:00', 5000, NULL, 'PAID', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payout_contract VALUES ('1001', 100004, 'EFT', 'C-1', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.payout_contract VALUES ('1001', 100005, 'EFT', 'C-2', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.payout_contract VALUES ('1001', 100006, 'EFT', 'C-3', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.payout_contract VALUES ('1002', 100010, 'EFT', 'C-1', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.payout_contract VALUES ('1002', 100011, 'EFT', 'C-2', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.payout_contract VALUES ('1002', 100012, 'EFT', 'C-3', 'P', 'ACTIVE', 5000, NULL, '2026-04-01 08:00:00', NULL, NULL, NULL, NULL, 'staff', '-infinity');
INSERT INTO public.provider_connection VALUES ('1001', 0, 'https://api.example', 'payments', 'https://id.example', 'umthombo', 'client_secret_post', NULL, NULL, '{lists-of-all}', 900, 16, 2, false, NULL, NULL, NULL, NULL, NULL, '~sealed', '2026-11-30 12:10:08.568259+00', NULL, NULL, '2026-11-30 12:10:08.568259+00', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.provider_connection VALUES ('1002', 0, 'https://api.example', 'payments', 'https://id.example', 'umthombo', 'client_secret_post', NULL, NULL, '{lists-of-all}', 900, 16, 2, false, NULL, NULL, NULL, NULL, NULL, '~sealed', '2026-11-30 12:10:08.598797+00', NULL, NULL, '2026-11-30 12:10:08.598797+00', 'tab	here, newline
there, backslash \ and \. and 😀');
INSERT INTO public.test_clock VALUES ('1001', 40, NULL, NULL, NULL);
INSERT INTO public.test_clock VALUES ('1002', 40, NULL, NULL, NULL);
INSERT INTO public.transaction VALUES ('1001', 1, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100004, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO public.transaction VALUES ('1001', 2, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100005, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO public.transaction VALUES ('1001', 3, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100006, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO public.transaction VALUES ('1002', 9, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100010, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO public.transaction VALUES ('1002', 10, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100011, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO public.transaction VALUES ('1002', 11, 'EFT', '2026-04-01 09:00:00', 'C-1', 'P', 100012, NULL, 1, NULL, NULL, NULL, 'PAYOUT', 5000, 'PAID', NULL, NULL);
INSERT INTO sign_in.account_key VALUES (1, '\xd5e5dd7ebda942c9afa331027393943fa8897cb54272444f870cc5a478a4e4a4');
INSERT INTO sign_in.audit_secret VALUES (1, '\xd8ed9afd04364455a3cbb05a65ca1c66c101fabbf72849ec9853c52f99ab2449');
INSERT INTO sign_in.callback_secret VALUES ('demo', 'sandbox-only-callback-secret', NULL, NULL);
INSERT INTO sign_in.factor VALUES ('f', 'staff', 'passkey', '\x00ff', 0, NULL, '{usb,internal}', '2026-11-30 12:10:08.614754+00', NULL);
INSERT INTO sign_in.invitation VALUES ('\x04', 'staff', '2026-11-30 12:10:08.614754+00', '2026-11-30 12:10:08.614754+00', NULL);
INSERT INTO sign_in.known_place VALUES ('\x03', '2026-11-30 12:10:08.614754+00');
INSERT INTO sign_in.message_sign_in VALUES ('demo-messages', 'demo', 'scrypt$32768$8$1$AaM659-Orirw5J9NDKHjlQ$QnJuj-OvdoqeYn0aPm3iUEouC099IpGh5FiwqVc1mKw', true, false);
INSERT INTO sign_in.oauth_item VALUES ('Session', '\x00ff10', '{"state": "\u0000"}', 'g', NULL, '2026-11-30 12:10:08.614754+00', NULL);
INSERT INTO sign_in.oauth_key VALUES ('k', 'cookies', 'tab	here, newline
there, backslash \ and \. and 😀', '2026-11-30 12:10:08.617718+00');
INSERT INTO sign_in.oauth_replay VALUES ('\x01', '2026-11-30 12:10:08.614754+00', NULL, 'g', '2026-11-30 12:10:08.614754+00');
INSERT INTO sign_in.pace VALUES ('\x02', 1.5, '2026-11-30 12:10:08.614754+00', '2026-11-30 12:10:08.614754+00');
INSERT INTO sign_in.person VALUES ('finance', 'Fatima Finance', 'scrypt$32768$8$1$xv5DFuHpedw_n3oDfmXYDA$D27LG0hp-CVgcPVh53b2xL7kb-pw02Bdk3ptHuIsx7U', '{mandates:read,contracts:read,instalments:read,omni:read,payouts:read,clients:read,initiates:read,messages:read,sandbox:read,reports:read,lookups:read,cases:read,payouts:write,close}', '{*}', '{}', true, false, 1, '2026-11-30 12:10:07.461695+00', NULL);
INSERT INTO sign_in.person VALUES ('staff', 'Sam Staff', 'scrypt$32768$8$1$KNFriB-TPexXXCtfc8utWw$Xq1GNIPb1T9JvF_mPkHO1Rh6C6BowLwEP5fp1JCJeug', '{mandates:read,contracts:read,instalments:read,omni:read,payouts:read,clients:read,initiates:read,messages:read,sandbox:read,reports:read,lookups:read,cases:read,mandates:write,contracts:write,instalments:write,omni:write,payouts:write,clients:write,initiates:write,messages:write,sandbox:write}', '{*}', '{}', true, false, 2, '2026-11-30 12:10:07.495792+00', NULL);
INSERT INTO sign_in.person VALUES ('manager', 'Mpho Manager', 'scrypt$32768$8$1$mLprRSpGacKPB0A4SLXbwQ$B-vjAt-4rUsR-zomVgXbbHMtTtQNytAVN0JuI8aCjfM', '{}', '{}', '{manager:*}', true, false, 3, '2026-11-30 12:10:07.760049+00', NULL);
INSERT INTO sign_in.person VALUES ('support', 'Sipho Support', 'scrypt$32768$8$1$JmHIgDG9fhCubTRcRRPaMA$-iNbXkKfr8J0ks95hveAiscnH10iTGJ4L5OXCtxG2xs', '{mandates:read,contracts:read,instalments:read,omni:read,payouts:read,clients:read,initiates:read,messages:read,sandbox:read,reports:read,lookups:read,cases:read,messages:write}', '{*}', '{}', true, false, 4, '2026-11-30 12:10:07.817268+00', NULL);
INSERT INTO sign_in.person VALUES ('auditor', 'Anele Auditor', 'scrypt$32768$8$1$T1ALHw1x4r3x3EFri-grFA$K0x81EKQdEy0tOVNLeQcOyEMpbJuXd5msRg0BfD4mbI', '{}', '{}', '{auditor:*}', true, false, 5, '2026-11-30 12:10:08.028632+00', NULL);
INSERT INTO sign_in.person VALUES ('administrator', 'Ada Administrator', 'scrypt$32768$8$1$YmEBmfMEHns-dXZYJD2K9g$D19SC6KoFjdbn2PYND7epYpvXOGwrNSFpuya5cB1kYI', '{}', '{}', '{administrator:*,manager:1014}', true, false, 6, '2026-11-30 12:10:08.070788+00', NULL);
INSERT INTO sign_in.program VALUES ('sandbox', 'Sandbox program', 'scrypt$32768$8$1$_z5WOmx2-j5LjMQYxw8wRA$BRVyYFUFhZggPt9h8E6ji9pioXY8XtwT_rtebsq7STM', NULL, NULL, NULL, '{mandates:read,contracts:read,instalments:read,omni:read,payouts:read,clients:read,initiates:read,messages:read,sandbox:read,reports:read,lookups:read,cases:read,mandates:write,contracts:write,instalments:write,omni:write,payouts:write,clients:write,initiates:write,messages:write,sandbox:write}', '{*}', false, true, false, 7, '2026-11-30 12:10:08.287833+00', NULL);
INSERT INTO sign_in.recovery_code VALUES ('\x04', 'staff');
INSERT INTO sign_in.session VALUES ('s', 'staff', 'g', 'Firefox on Linux', '2026-11-30 12:10:08.614754+00', '2026-11-30 12:10:08.614754+00');
SELECT pg_catalog.setval('public.call_sequence', 1, false);
SELECT pg_catalog.setval('public.contract_sequence', 100012, true);
SELECT pg_catalog.setval('public.job_job_sequence_seq', 1, true);
SELECT pg_catalog.setval('public.record_sequence', 16, true);
SELECT pg_catalog.setval('sign_in.epoch', 7, true);
SELECT pg_catalog.setval('sign_in.settings_request_request_sequence_seq', 1, false);
ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_merchant_call_sequence_key UNIQUE (merchant, call_sequence);
ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (merchant, approval_sequence);
ALTER TABLE ONLY public.approval_rule
    ADD CONSTRAINT approval_rule_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.audit_checkpoint
    ADD CONSTRAINT audit_checkpoint_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (merchant, sequence);
ALTER TABLE ONLY public.audit_key
    ADD CONSTRAINT audit_key_pkey PRIMARY KEY (merchant, product, client_number);
ALTER TABLE ONLY public.audit_proof
    ADD CONSTRAINT audit_proof_pkey PRIMARY KEY (merchant, part);
ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_pkey PRIMARY KEY (merchant, account);
ALTER TABLE ONLY public.case_record
    ADD CONSTRAINT case_record_organisation_external_ref_key UNIQUE (organisation, external_ref);
ALTER TABLE ONLY public.case_record
    ADD CONSTRAINT case_record_pkey PRIMARY KEY (organisation, case_number);
ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (merchant, change_sequence);
ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (merchant, product, client_number);
ALTER TABLE ONLY public.contract
    ADD CONSTRAINT contract_merchant_product_client_number_contract_number_key UNIQUE (merchant, product, client_number, contract_number);
ALTER TABLE ONLY public.contract
    ADD CONSTRAINT contract_pkey PRIMARY KEY (merchant, contract_sequence);
ALTER TABLE ONLY public.counted_payout
    ADD CONSTRAINT counted_payout_pkey PRIMARY KEY (merchant, counted);
ALTER TABLE ONLY public.delivery_report
    ADD CONSTRAINT delivery_report_pkey PRIMARY KEY (merchant, digest, hash);
ALTER TABLE ONLY public.file_import
    ADD CONSTRAINT file_import_pkey PRIMARY KEY (merchant, import_id);
ALTER TABLE ONLY public.held_item
    ADD CONSTRAINT held_item_pkey PRIMARY KEY (merchant, approval_sequence, item);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (merchant, subject, key);
ALTER TABLE ONLY public.import_money
    ADD CONSTRAINT import_money_pkey PRIMARY KEY (merchant, import_id, row_number);
ALTER TABLE ONLY public.import_row
    ADD CONSTRAINT import_row_pkey PRIMARY KEY (merchant, import_id, row_number);
ALTER TABLE ONLY public.instalment
    ADD CONSTRAINT instalment_pkey PRIMARY KEY (merchant, contract_sequence, instalment_sequence);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (job_sequence);
ALTER TABLE ONLY public.known_payee
    ADD CONSTRAINT known_payee_pkey PRIMARY KEY (merchant, approval_sequence, client_number);
ALTER TABLE ONLY public.merchant
    ADD CONSTRAINT merchant_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.message_delivery
    ADD CONSTRAINT message_delivery_pkey PRIMARY KEY (merchant, digest);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (organisation, message_id);
ALTER TABLE ONLY public.message_sender
    ADD CONSTRAINT message_sender_pkey PRIMARY KEY (organisation, sender);
ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_pkey PRIMARY KEY (organisation, template_name, language);
ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.month_close_day
    ADD CONSTRAINT month_close_day_pkey PRIMARY KEY (merchant, product, month, version, day);
ALTER TABLE ONLY public.month_close
    ADD CONSTRAINT month_close_pkey PRIMARY KEY (merchant, product, month, version);
ALTER TABLE ONLY public.month_read_block
    ADD CONSTRAINT month_read_block_pkey PRIMARY KEY (merchant, read_id, run, block);
ALTER TABLE ONLY public.month_read
    ADD CONSTRAINT month_read_pkey PRIMARY KEY (merchant, read_id);
ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_pkey PRIMARY KEY (organisation);
ALTER TABLE ONLY public.outgoing_call
    ADD CONSTRAINT outgoing_call_merchant_subject_key_key UNIQUE (merchant, subject, key);
ALTER TABLE ONLY public.outgoing_call
    ADD CONSTRAINT outgoing_call_pkey PRIMARY KEY (merchant, call);
ALTER TABLE ONLY public.outgoing_claim
    ADD CONSTRAINT outgoing_claim_pkey PRIMARY KEY (merchant, call, item);
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (merchant, contract_sequence, payment_sequence);
ALTER TABLE ONLY public.payout_contract
    ADD CONSTRAINT payout_contract_merchant_product_client_number_contract_num_key UNIQUE (merchant, product, client_number, contract_number);
ALTER TABLE ONLY public.payout_contract
    ADD CONSTRAINT payout_contract_pkey PRIMARY KEY (merchant, contract_sequence);
ALTER TABLE ONLY public.provider_connection
    ADD CONSTRAINT provider_connection_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.test_clock
    ADD CONSTRAINT test_clock_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.transaction
    ADD CONSTRAINT transaction_pkey PRIMARY KEY (merchant, transaction_sequence);
ALTER TABLE ONLY sign_in.account_key
    ADD CONSTRAINT account_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sign_in.audit_secret
    ADD CONSTRAINT audit_secret_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sign_in.callback_secret
    ADD CONSTRAINT callback_secret_pkey PRIMARY KEY (organisation);
ALTER TABLE ONLY sign_in.factor
    ADD CONSTRAINT factor_pkey PRIMARY KEY (factor_id);
ALTER TABLE ONLY sign_in.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY sign_in.known_place
    ADD CONSTRAINT known_place_pkey PRIMARY KEY (key_hash);
ALTER TABLE ONLY sign_in.message_sign_in
    ADD CONSTRAINT message_sign_in_pkey PRIMARY KEY (username);
ALTER TABLE ONLY sign_in.oauth_item
    ADD CONSTRAINT oauth_item_pkey PRIMARY KEY (kind, id_hash);
ALTER TABLE ONLY sign_in.oauth_key
    ADD CONSTRAINT oauth_key_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY sign_in.oauth_replay
    ADD CONSTRAINT oauth_replay_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY sign_in.pace
    ADD CONSTRAINT pace_pkey PRIMARY KEY (key_hash);
ALTER TABLE ONLY sign_in.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (username);
ALTER TABLE ONLY sign_in.program
    ADD CONSTRAINT program_pkey PRIMARY KEY (client_id);
ALTER TABLE ONLY sign_in.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY sign_in.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (session_uid);
ALTER TABLE ONLY sign_in.settings_request
    ADD CONSTRAINT settings_request_pkey PRIMARY KEY (request_sequence);
CREATE INDEX approval_import_closes ON public.approval USING btree (import_closes) WHERE (import_closes IS NOT NULL);
CREATE INDEX approval_of_change ON public.approval USING btree (merchant, client_number) WHERE (content IS NOT NULL);
CREATE INDEX approval_of_client ON public.approval USING btree (merchant, client_number) WHERE (client_number IS NOT NULL);
CREATE INDEX approval_of_contract ON public.approval USING btree (merchant, contract_sequence) WHERE (contract_sequence IS NOT NULL);
CREATE INDEX approval_of_import ON public.approval USING btree (merchant, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (merchant, at, sequence);
CREATE INDEX audit_entry_merchant_call_sequence_idx ON public.audit_entry USING btree (merchant, call_sequence);
CREATE INDEX audit_entry_refused ON public.audit_entry USING btree (merchant, at, sequence) WHERE (((entry)::jsonb ->> 'Outcome'::text) <> 'done'::text);
CREATE INDEX audit_entry_restore ON public.audit_entry USING btree (merchant, at) WHERE (action = ANY (ARRAY['backup.restore'::text, 'audit.lost'::text]));
CREATE INDEX change_merchant_contract_sequence_idx ON public.change USING btree (merchant, contract_sequence);
CREATE INDEX change_merchant_product_subject_change_date_change_sequence_idx ON public.change USING btree (merchant, product, subject, change_date, change_sequence);
CREATE INDEX contract_next_look ON public.contract USING btree (merchant, next_look, contract_sequence) WHERE (mandate_status_code = 'ACTIVE'::text);
CREATE INDEX contract_pending ON public.contract USING btree (merchant, contract_sequence) WHERE (mandate_status_code = 'PENDING'::text);
CREATE INDEX counted_payout_account ON public.counted_payout USING btree (merchant, account, day);
CREATE INDEX counted_payout_call ON public.counted_payout USING btree (merchant, call) WHERE (call IS NOT NULL);
CREATE INDEX counted_payout_held ON public.counted_payout USING btree (merchant, approval_sequence) WHERE (approval_sequence IS NOT NULL);
CREATE INDEX counted_payout_preparer ON public.counted_payout USING btree (merchant, prepared_by, prepared_on);
CREATE INDEX file_import_changed ON public.file_import USING btree (merchant, product, changed_at);
CREATE INDEX file_import_old ON public.file_import USING btree (changed_at);
CREATE INDEX held_item_call ON public.held_item USING btree (merchant, call) WHERE (state = 'SENDING'::text);
CREATE INDEX held_item_ended ON public.held_item USING btree (merchant, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX held_item_next ON public.held_item USING btree (next_try) WHERE (state = 'RELEASED'::text);
CREATE INDEX held_item_numbers ON public.held_item USING btree (merchant, numbers text_pattern_ops);
CREATE INDEX held_item_open ON public.held_item USING btree (merchant, product, operation) WHERE (state = ANY (ARRAY['WAITING'::text, 'RELEASED'::text, 'SENDING'::text]));
CREATE INDEX held_item_sequence ON public.held_item USING btree (merchant, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX idempotency_kept_at_idx ON public.idempotency USING btree (kept_at);
CREATE INDEX import_money_digest ON public.import_money USING btree (merchant, digest);
CREATE INDEX import_row_call ON public.import_row USING btree (merchant, call) WHERE (call IS NOT NULL);
CREATE INDEX instalment_due ON public.instalment USING btree (merchant, instalment_action_date, next_look) WHERE (instalment_status = 'SCHEDULED'::text);
CREATE INDEX instalment_merchant_product_created_date_idx ON public.instalment USING btree (merchant, product, created_date);
CREATE INDEX instalment_merchant_product_instalment_action_date_idx ON public.instalment USING btree (merchant, product, instalment_action_date);
CREATE INDEX instalment_open ON public.instalment USING btree (merchant, next_look) WHERE (instalment_status = ANY (ARRAY['SUBMITTED'::text, 'TRACKING'::text]));
CREATE INDEX instalment_returned ON public.instalment USING btree (merchant, return_date) WHERE ((instalment_status = 'PAID'::text) AND (return_date IS NOT NULL));
CREATE UNIQUE INDEX job_kind_key_idx ON public.job USING btree (kind, key) WHERE is_periodic;
CREATE INDEX job_run_at_job_sequence_idx ON public.job USING btree (run_at, job_sequence) WHERE (state = 'due'::text);
CREATE INDEX known_payee_account ON public.known_payee USING btree (merchant, account) WHERE is_known;
CREATE INDEX message_delivery_merchant_call_idx ON public.message_delivery USING btree (merchant, call);
CREATE INDEX message_delivery_merchant_message_id_idx ON public.message_delivery USING btree (merchant, message_id);
CREATE UNIQUE INDEX month_closed ON public.month_close USING btree (merchant, product, month) WHERE (reopened_date IS NULL);
CREATE UNIQUE INDEX month_read_version ON public.month_read USING btree (merchant, product, month, version);
CREATE INDEX outgoing_call_look ON public.outgoing_call USING btree (next_look) WHERE (next_look IS NOT NULL);
CREATE INDEX outgoing_call_open ON public.outgoing_call USING btree (merchant, kept_at) WHERE (state <> 'SETTLED'::text);
CREATE INDEX outgoing_call_settled ON public.outgoing_call USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX outgoing_claim_merchant_product_numbers_idx ON public.outgoing_claim USING btree (merchant, product, numbers);
CREATE INDEX outgoing_claim_merchant_product_sequence_idx ON public.outgoing_claim USING btree (merchant, product, sequence);
CREATE INDEX payment_approval ON public.payment USING btree (merchant, approval_sequence) WHERE (approval_sequence IS NOT NULL);
CREATE INDEX payment_of_account ON public.payment USING btree (merchant, prepared_account, payment_date) WHERE (prepared_account IS NOT NULL);
CREATE INDEX payment_of_import ON public.payment USING btree (merchant, prepared_in) WHERE (prepared_in IS NOT NULL);
CREATE INDEX payment_of_preparer ON public.payment USING btree (merchant, prepared_by, prepared_on) WHERE (prepared_on IS NOT NULL);
CREATE INDEX payment_open ON public.payment USING btree (merchant, payment_date) WHERE (payment_status = ANY (ARRAY['SCHEDULED'::text, 'SUBMITTED'::text]));
CREATE INDEX payment_waiting ON public.payment USING btree (merchant, payment_date) WHERE (payment_status = 'WAITING'::text);
CREATE INDEX payout_contract_next_look ON public.payout_contract USING btree (merchant, next_look, contract_sequence) WHERE (payout_status_code = 'ACTIVE'::text);
CREATE INDEX transaction_merchant_contract_sequence_idx ON public.transaction USING btree (merchant, contract_sequence);
CREATE INDEX transaction_merchant_transaction_date_transaction_sequence_idx ON public.transaction USING btree (merchant, transaction_date, transaction_sequence);
CREATE INDEX factor_username_idx ON sign_in.factor USING btree (username);
CREATE INDEX invitation_username_idx ON sign_in.invitation USING btree (username);
CREATE INDEX known_place_seen_at_idx ON sign_in.known_place USING btree (seen_at);
CREATE INDEX oauth_item_expires_at_idx ON sign_in.oauth_item USING btree (expires_at);
CREATE INDEX oauth_item_grant_id_idx ON sign_in.oauth_item USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oauth_item_session_uid_idx ON sign_in.oauth_item USING btree (session_uid) WHERE (session_uid IS NOT NULL);
CREATE INDEX oauth_replay_grant_id_idx ON sign_in.oauth_replay USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX pace_due_at_idx ON sign_in.pace USING btree (due_at);
CREATE INDEX recovery_code_username_idx ON sign_in.recovery_code USING btree (username);
CREATE INDEX session_username_idx ON sign_in.session USING btree (username);
CREATE INDEX settings_request_request_sequence_idx ON sign_in.settings_request USING btree (request_sequence) WHERE (decision IS NULL);
CREATE TRIGGER begins_epoch BEFORE UPDATE ON sign_in.person FOR EACH ROW WHEN ((((((old.password_hash IS DISTINCT FROM new.password_hash) OR (old.permissions IS DISTINCT FROM new.permissions)) OR (old.merchants IS DISTINCT FROM new.merchants)) OR (old.roles IS DISTINCT FROM new.roles)) OR (old.disabled IS DISTINCT FROM new.disabled))) EXECUTE FUNCTION sign_in.begin_epoch();
CREATE TRIGGER begins_epoch BEFORE UPDATE ON sign_in.program FOR EACH ROW WHEN (((((old.permissions IS DISTINCT FROM new.permissions) OR (old.merchants IS DISTINCT FROM new.merchants)) OR (old.disabled IS DISTINCT FROM new.disabled)) OR ((old.secret_hash <> new.secret_hash) AND (old.secret_hash <> COALESCE(new.former_secret_hash, ''::text))) OR ((old.former_secret_hash <> new.secret_hash) AND (old.former_secret_hash <> COALESCE(new.former_secret_hash, ''::text))))) EXECUTE FUNCTION sign_in.begin_epoch();
ALTER TABLE ONLY public.case_record
    ADD CONSTRAINT case_record_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY public.contract
    ADD CONSTRAINT contract_merchant_product_client_number_fkey FOREIGN KEY (merchant, product, client_number) REFERENCES public.client(merchant, product, client_number);
ALTER TABLE ONLY public.import_money
    ADD CONSTRAINT import_money_merchant_import_id_fkey FOREIGN KEY (merchant, import_id) REFERENCES public.file_import(merchant, import_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.import_row
    ADD CONSTRAINT import_row_merchant_import_id_fkey FOREIGN KEY (merchant, import_id) REFERENCES public.file_import(merchant, import_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.instalment
    ADD CONSTRAINT instalment_merchant_contract_sequence_fkey FOREIGN KEY (merchant, contract_sequence) REFERENCES public.contract(merchant, contract_sequence);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY public.message_sender
    ADD CONSTRAINT message_sender_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY public.month_close_day
    ADD CONSTRAINT month_close_day_merchant_product_month_version_fkey FOREIGN KEY (merchant, product, month, version) REFERENCES public.month_close(merchant, product, month, version);
ALTER TABLE ONLY public.month_read_block
    ADD CONSTRAINT month_read_block_merchant_read_id_fkey FOREIGN KEY (merchant, read_id) REFERENCES public.month_read(merchant, read_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_merchant_contract_sequence_fkey FOREIGN KEY (merchant, contract_sequence) REFERENCES public.payout_contract(merchant, contract_sequence);
ALTER TABLE ONLY public.payout_contract
    ADD CONSTRAINT payout_contract_merchant_product_client_number_fkey FOREIGN KEY (merchant, product, client_number) REFERENCES public.client(merchant, product, client_number);
ALTER TABLE ONLY public.transaction
    ADD CONSTRAINT transaction_merchant_contract_sequence_instalment_sequence_fkey FOREIGN KEY (merchant, contract_sequence, instalment_sequence) REFERENCES public.instalment(merchant, contract_sequence, instalment_sequence);
ALTER TABLE ONLY public.transaction
    ADD CONSTRAINT transaction_merchant_contract_sequence_payment_sequence_fkey FOREIGN KEY (merchant, contract_sequence, payment_sequence) REFERENCES public.payment(merchant, contract_sequence, payment_sequence);
ALTER TABLE ONLY sign_in.callback_secret
    ADD CONSTRAINT callback_secret_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY sign_in.factor
    ADD CONSTRAINT factor_username_fkey FOREIGN KEY (username) REFERENCES sign_in.person(username) ON DELETE CASCADE;
ALTER TABLE ONLY sign_in.invitation
    ADD CONSTRAINT invitation_username_fkey FOREIGN KEY (username) REFERENCES sign_in.person(username) ON DELETE CASCADE;
ALTER TABLE ONLY sign_in.message_sign_in
    ADD CONSTRAINT message_sign_in_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(organisation);
ALTER TABLE ONLY sign_in.recovery_code
    ADD CONSTRAINT recovery_code_username_fkey FOREIGN KEY (username) REFERENCES sign_in.person(username) ON DELETE CASCADE;
ALTER TABLE ONLY sign_in.session
    ADD CONSTRAINT session_username_fkey FOREIGN KEY (username) REFERENCES sign_in.person(username) ON DELETE CASCADE;
ALTER TABLE public.approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.approval_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_checkpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_proof ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.bank_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.case_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.change ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.client ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.contract ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.counted_payout ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.delivery_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY draft_of_merchant ON public.month_read FOR UPDATE USING (((merchant = current_setting('app.merchant'::text, true)) AND (version IS NULL))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY dropped_of_merchant ON public.month_read FOR DELETE USING (((merchant = current_setting('app.merchant'::text, true)) AND (version IS NULL)));
ALTER TABLE public.file_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.held_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_money ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.instalment ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.job ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.known_payee ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.merchant ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_sender ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.message_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.month_close ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.month_close_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.month_read ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.month_read_block ENABLE ROW LEVEL SECURITY;
CREATE POLICY new_of_merchant ON public.month_read FOR INSERT WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY new_of_merchant ON public.month_read_block FOR INSERT WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_call ON public.job FOR INSERT WITH CHECK ((((payload ->> 'organisation'::text) = current_setting('app.organisation'::text, true)) OR ((payload ->> 'merchant'::text) = current_setting('app.merchant'::text, true))));
CREATE POLICY of_maintenance ON public.approval TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.approval_rule TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.audit_checkpoint TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.audit_entry TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.audit_key TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.audit_proof TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.bank_account TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.case_record TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.change TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.client TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.contract TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.counted_payout TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.delivery_report TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.file_import TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.held_item TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.idempotency TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.import_money TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.import_row TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.instalment TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.job TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.known_payee TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.merchant TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.message TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.message_delivery TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.message_sender TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.message_template TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.month_close TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.month_close_day TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.month_read TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.month_read_block TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.organisation TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.outgoing_call TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.outgoing_claim TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.payment TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.payout_contract TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.provider_connection TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.test_clock TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_maintenance ON public.transaction TO collections_maintenance USING (true) WITH CHECK (true);
CREATE POLICY of_merchant ON public.approval USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.approval_rule USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.audit_checkpoint USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.audit_entry USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.audit_key USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.audit_proof USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.bank_account USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.change USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.client USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.contract USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.counted_payout USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.delivery_report USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.file_import USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.held_item USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.idempotency USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.import_money USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.import_row USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.instalment USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.known_payee USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.merchant USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.message_delivery USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.month_close USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.month_close_day USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.month_read FOR SELECT USING ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.month_read_block FOR SELECT USING ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.outgoing_call USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.outgoing_claim USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.payment USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.payout_contract USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.provider_connection USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.test_clock USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_merchant ON public.transaction USING ((merchant = current_setting('app.merchant'::text, true))) WITH CHECK ((merchant = current_setting('app.merchant'::text, true)));
CREATE POLICY of_organisation ON public.case_record USING ((organisation = current_setting('app.organisation'::text, true))) WITH CHECK ((organisation = current_setting('app.organisation'::text, true)));
CREATE POLICY of_organisation ON public.message USING ((organisation = current_setting('app.organisation'::text, true))) WITH CHECK ((organisation = current_setting('app.organisation'::text, true)));
CREATE POLICY of_organisation ON public.message_sender USING ((organisation = current_setting('app.organisation'::text, true))) WITH CHECK ((organisation = current_setting('app.organisation'::text, true)));
CREATE POLICY of_organisation ON public.message_template USING ((organisation = current_setting('app.organisation'::text, true))) WITH CHECK ((organisation = current_setting('app.organisation'::text, true)));
CREATE POLICY of_organisation ON public.organisation USING ((organisation = current_setting('app.organisation'::text, true))) WITH CHECK ((organisation = current_setting('app.organisation'::text, true)));
ALTER TABLE public.organisation ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.outgoing_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.outgoing_claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payment ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payout_contract ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.provider_connection ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.test_clock ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.transaction ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA public TO collections_app;
GRANT USAGE ON SCHEMA public TO collections_maintenance;
REVOKE ALL ON FUNCTION public.is_exempt(client text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_exempt(client text) TO collections_app;
REVOKE ALL ON FUNCTION public.preparing_hands(preparer text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.preparing_hands(preparer text) TO collections_app;
REVOKE ALL ON FUNCTION public.present_rights(subject text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.present_rights(subject text) TO collections_app;
REVOKE ALL ON FUNCTION public.secret_holders(programs text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.secret_holders(programs text[]) TO collections_app;
GRANT USAGE ON SEQUENCE public.record_sequence TO collections_app;
GRANT ALL ON SEQUENCE public.record_sequence TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.approval TO collections_app;
GRANT SELECT ON TABLE public.approval TO collections_maintenance;
GRANT SELECT ON TABLE public.approval_rule TO collections_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.approval_rule TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.audit_checkpoint TO collections_app;
GRANT SELECT,INSERT ON TABLE public.audit_checkpoint TO collections_maintenance;
GRANT UPDATE(sequence) ON TABLE public.audit_checkpoint TO collections_app;
GRANT UPDATE(sequence) ON TABLE public.audit_checkpoint TO collections_maintenance;
GRANT UPDATE(hash) ON TABLE public.audit_checkpoint TO collections_app;
GRANT UPDATE(hash) ON TABLE public.audit_checkpoint TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.audit_entry TO collections_app;
GRANT SELECT,INSERT ON TABLE public.audit_entry TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.audit_key TO collections_app;
GRANT SELECT,DELETE ON TABLE public.audit_key TO collections_maintenance;
GRANT SELECT ON TABLE public.audit_proof TO collections_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.audit_proof TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bank_account TO collections_app;
GRANT SELECT ON TABLE public.bank_account TO collections_maintenance;
GRANT USAGE ON SEQUENCE public.call_sequence TO collections_app;
GRANT ALL ON SEQUENCE public.call_sequence TO collections_maintenance;
GRANT SELECT ON TABLE public.case_record TO collections_app;
GRANT SELECT,INSERT ON TABLE public.case_record TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.change TO collections_app;
GRANT SELECT,INSERT ON TABLE public.change TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.client TO collections_app;
GRANT SELECT,INSERT ON TABLE public.client TO collections_maintenance;
GRANT USAGE ON SEQUENCE public.contract_sequence TO collections_app;
GRANT ALL ON SEQUENCE public.contract_sequence TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.contract TO collections_app;
GRANT SELECT,INSERT ON TABLE public.contract TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.counted_payout TO collections_app;
GRANT SELECT ON TABLE public.counted_payout TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.delivery_report TO collections_app;
GRANT SELECT,DELETE ON TABLE public.delivery_report TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.file_import TO collections_app;
GRANT SELECT,DELETE ON TABLE public.file_import TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.held_item TO collections_app;
GRANT SELECT ON TABLE public.held_item TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.idempotency TO collections_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.idempotency TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_money TO collections_app;
GRANT SELECT,DELETE ON TABLE public.import_money TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_row TO collections_app;
GRANT SELECT,DELETE ON TABLE public.import_row TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.instalment TO collections_app;
GRANT SELECT,INSERT ON TABLE public.instalment TO collections_maintenance;
GRANT INSERT ON TABLE public.job TO collections_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job TO collections_maintenance;
GRANT SELECT,INSERT,DELETE ON TABLE public.known_payee TO collections_app;
GRANT SELECT ON TABLE public.known_payee TO collections_maintenance;
GRANT UPDATE(is_known) ON TABLE public.known_payee TO collections_app;
GRANT SELECT,INSERT ON TABLE public.merchant TO collections_app;
GRANT SELECT,INSERT ON TABLE public.merchant TO collections_maintenance;
GRANT UPDATE(name) ON TABLE public.merchant TO collections_maintenance;
GRANT UPDATE(disabled) ON TABLE public.merchant TO collections_maintenance;
GRANT UPDATE(products) ON TABLE public.merchant TO collections_maintenance;
GRANT UPDATE(form_defaults) ON TABLE public.merchant TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.message TO collections_app;
GRANT SELECT,INSERT ON TABLE public.message TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.message_delivery TO collections_app;
GRANT SELECT,DELETE ON TABLE public.message_delivery TO collections_maintenance;
GRANT SELECT ON TABLE public.message_sender TO collections_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.message_sender TO collections_maintenance;
GRANT SELECT ON TABLE public.message_template TO collections_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_template TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.month_close TO collections_app;
GRANT SELECT ON TABLE public.month_close TO collections_maintenance;
GRANT UPDATE(reopened_date) ON TABLE public.month_close TO collections_app;
GRANT UPDATE(reopened_by) ON TABLE public.month_close TO collections_app;
GRANT UPDATE(reopened_reason) ON TABLE public.month_close TO collections_app;
GRANT SELECT,INSERT ON TABLE public.month_close_day TO collections_app;
GRANT SELECT ON TABLE public.month_close_day TO collections_maintenance;
GRANT SELECT,INSERT,DELETE ON TABLE public.month_read TO collections_app;
GRANT SELECT ON TABLE public.month_read TO collections_maintenance;
GRANT UPDATE(version) ON TABLE public.month_read TO collections_app;
GRANT UPDATE(returned) ON TABLE public.month_read TO collections_app;
GRANT SELECT,INSERT ON TABLE public.month_read_block TO collections_app;
GRANT SELECT ON TABLE public.month_read_block TO collections_maintenance;
GRANT SELECT ON TABLE public.organisation TO collections_app;
GRANT SELECT,INSERT ON TABLE public.organisation TO collections_maintenance;
GRANT UPDATE(name) ON TABLE public.organisation TO collections_maintenance;
GRANT UPDATE(merchants) ON TABLE public.organisation TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outgoing_call TO collections_app;
GRANT SELECT,DELETE ON TABLE public.outgoing_call TO collections_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outgoing_claim TO collections_app;
GRANT SELECT,DELETE ON TABLE public.outgoing_claim TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.payment TO collections_app;
GRANT SELECT,INSERT ON TABLE public.payment TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.payout_contract TO collections_app;
GRANT SELECT,INSERT ON TABLE public.payout_contract TO collections_maintenance;
GRANT SELECT ON TABLE public.provider_connection TO collections_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.provider_connection TO collections_maintenance;
GRANT SELECT,INSERT,UPDATE ON TABLE public.test_clock TO collections_app;
GRANT SELECT,INSERT ON TABLE public.test_clock TO collections_maintenance;
GRANT SELECT,INSERT ON TABLE public.transaction TO collections_app;
GRANT SELECT,INSERT ON TABLE public.transaction TO collections_maintenance;
