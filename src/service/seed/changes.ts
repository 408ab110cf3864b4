import { lateralRows } from '#service/database/lateral-rows.ts';
import { createdRows } from '#service/resources/terms/terms.ts';

const time = (of: string) => `to_char(${of}, 'YYYY-MM-DD HH24:MI')`;
const rand = (of: string) => `((${of}) / 100.0)::numeric(14, 2)::text`;

const contractEvents = lateralRows(
  ['text', 'int', 'text', 'timestamp', 'text', 'text', 'text', 'text'],
  [
    ['kind', '-7', `'STATE'`, 'accepted_at', `'clearing'`, 'status_field', `'PENDING'`, `'ACTIVE'`],
    [
      'kind',
      '-6',
      `'EDIT'`,
      'edited_at',
      `'staff'`,
      `'InstalmentAmount'`,
      rand('former_amount'),
      rand('instalment_amount'),
    ],
    ['kind', '-5', `'CANCEL'`, 'cancel_date', `'staff'`, 'status_field', `'ACTIVE'`, `'CANCELLED'`],
    ['kind', '-4', `'CANCEL'`, 'cancel_date', `'staff'`, `'CancelReason'`, 'null', 'cancel_reason'],
    ['kind', '-3', `'CANCEL'`, 'cancel_date', `'staff'`, `'CancelDate'`, 'null', time('cancel_date')],
    ['kind', '999', `'STATE'`, 'completed_at', `'clearing'`, 'status_field', `'ACTIVE'`, `'COMPLETED'`],
  ],
);

const added = `case when planned is null then $2::date - 1 + time '10:00' end`;
const instalmentEvents = lateralRows(
  ['text', 'timestamp', 'text', 'text', 'text', 'text'],
  [
    [`'CREATE'`, added, `'staff'`, `'InstalmentActionDate'`, 'null', time('action_on')],
    [`'CREATE'`, added, `'staff'`, `'InstalmentAmount'`, 'null', rand('amount')],
    [
      `'CREATE'`,
      `case when seeded_instalment.tracking_code is not null then ${added} end`,
      `'staff'`,
      `'TrackingCode'`,
      'null',
      'seeded_instalment.tracking_code',
    ],
    [`'CREATE'`, added, `'staff'`, `'DebitSequenceType'`, 'null', 'debit_sequence_type'],
    [
      `'EDIT'`,
      `case when action_on <> planned_on then planned_on - 5 + time '10:00' end`,
      `'staff'`,
      `'InstalmentActionDate'`,
      time('planned_on'),
      time('action_on'),
    ],
    [
      `'EDIT'`,
      'case when planned is not null and planned_on > edited_at then edited_at end',
      `'staff'`,
      `'InstalmentAmount'`,
      rand('former_amount'),
      rand('amount'),
    ],
    [
      `'CANCEL'`,
      `case when status = 'CANCELLED' then cancel_date end`,
      `'staff'`,
      `'InstalmentStatus'`,
      `'SCHEDULED'`,
      `'CANCELLED'`,
    ],
    [
      `'STATE'`,
      `case when status not in ('SCHEDULED', 'CANCELLED') then submitted_at end`,
      `'clearing'`,
      `'InstalmentStatus'`,
      `'SCHEDULED'`,
      `'SUBMITTED'`,
    ],
    [
      `'STATE'`,
      `case when status = 'TRACKING' then cleared_at end`,
      `'clearing'`,
      `'InstalmentStatus'`,
      `'SUBMITTED'`,
      `'TRACKING'`,
    ],
    [
      `'STATE'`,
      `case when status in ('PAID', 'UNPAID') then cleared_at end`,
      `'clearing'`,
      `'InstalmentStatus'`,
      `'SUBMITTED'`,
      `case when returned_at is null then status else 'PAID' end`,
    ],
    [`'STATE'`, 'returned_at', `'clearing'`, `'InstalmentStatus'`, `'PAID'`, `'UNPAID'`],
  ],
);

/**
 * The change log of the planned clients, contracts and instalments, in the form that the handlers write: a mandate's creation
 * is logged for its contract as well, a contract's edit or cancellation for each instalment it changed. Outcomes are by
 * `clearing`. Parameters: merchant, today.
 */
export const insertChanges = `
  with contracts as (
    select *, case when is_mandate then 'mandate' else 'contract' end as kind,
      case when is_mandate then 'MandateStatusCode' else 'Status' end as status_field
    from seeded_contract where merchant = $1
  ), event (contract_sequence, instalment_sequence, subject, place, type, at, by, field, before, after) as (
    select contract_sequence, null::int, event.*
    from contracts, ${contractEvents} as event (subject, place, type, at, by, field, before, after)
    union all
    select contract_sequence, null, created.subject, created.place - 100, 'CREATE', captured_at, 'staff', created.field, null,
      created.value
    from contracts join contract it using (merchant, contract_sequence), ${createdRows('it', {
      MandateStatusCode: 'born',
      InstalmentAmount: rand('case when edited_at is null then it.instalment_amount else former_amount end'),
    })} as created (subject, field, value, place)
    where created.subject is not null and created.value is not null
    union all
    select contract_sequence, sequence, 'instalment', sequence, event.type, event.at, by, field || '[' || sequence || ']',
      before, after
    from seeded_instalment join contracts using (contract_sequence), ${instalmentEvents} as event (type, at, by, field, before, after)
  ), told as (
    select product, subject, place, type, at, by, field, before, after, client_number, contract_number,
      contract_sequence, instalment_sequence, mandate_type
    from event join contracts using (contract_sequence) where at is not null
    union all
    -- A client is there before the first contract; a second one may have been captured earlier than its number tells.
    select product, 'client', -1, 'CREATE', min(captured_at), 'staff', 'ClientNumber', null, client_number,
      client_number, null, null, null, null
    from contracts group by product, client_number
  )
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
    contract_sequence, instalment_sequence, mandate_type, change_type, field_changed, old_value, new_value)
  select $1, product, subject, at, by, client_number, contract_number, contract_sequence, instalment_sequence, mandate_type, type, field,
    before, after
  from told
  order by at, client_number, product, contract_sequence nulls first, place
  returning 1`;
