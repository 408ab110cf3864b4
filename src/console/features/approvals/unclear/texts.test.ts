import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { setUpKit } from '#console/domain/set-up-kit.ts';
import type { OutgoingCall, OutgoingItem } from '#contract/outgoing-calls.ts';
import { centsSent, comparedFields, messageName, noteText, providerText, recordText, sentText } from './texts.ts';

before(setUpKit);
before(() => setSampleConfig());

const item = (fields: Partial<OutgoingItem> = {}): OutgoingItem => ({
  Item: 1,
  State: 'unclear',
  Note: null,
  Sent: {},
  Found: null,
  ...fields,
});

const call = (Items: OutgoingItem[], fields: Partial<OutgoingCall> = {}): OutgoingCall => ({
  Call: 'a',
  Operation: 'mandateCreate',
  Product: 'EFT',
  AskedBy: 'Sam Staff',
  AskedAt: '2026-11-25 10:38',
  SentAt: '2026-11-25 10:38',
  ReadAt: '2026-11-25 10:52',
  Count: Items.length,
  Items,
  MoreItems: 0,
  MayDecide: true,
  WhyNot: null,
  ...fields,
});

const isUnknown = { State: 'unknown' } as const;

test('a field differs if people would read another value, however the provider writes it', () => {
  const Sent = {
    ContractNumber: 'HOME-1',
    InstalmentAmount: 1120.5,
    InstalmentStartDate: '2026-11-25',
    CollectionDay: 25,
    AccountNumber: '•••• 2217',
    MaximumAmount: null,
    RMS: null,
    TrackingCode: '12',
  };
  const Found = {
    ContractNumber: 'HOME-1',
    InstalmentAmount: '1112.50',
    InstalmentStartDate: '2026-11-25 00:00',
    CollectionDay: '25',
    AccountNumber: '•••• 2217',
    MaximumAmount: 2000,
    RMS: null,
  };
  const compared = comparedFields(item({ Sent, Found }));
  assert.deepEqual(
    compared.filter((it) => it.isDifferent).map((it) => it.label),
    ['Instalment amount', 'Maximum amount'],
  );
  assert.ok(!compared.some((it) => it.fieldName === 'RMS'), 'empty in both');
  const tracking = compared.find((it) => it.fieldName === 'TrackingCode');
  assert.deepEqual([tracking?.found, tracking?.isDifferent], [undefined, false], 'what is not told is no difference');
});

test('a message is compared by its parts', () => {
  const content = { templateName: 'reminder', templateData: { body: { placeholders: ['Naledi', 'R 5,00'] } } };
  const compared = comparedFields(item({ Sent: { to: '27821234567', content } }));
  assert.deepEqual(
    compared.map((it) => it.label),
    ['To', 'Template', 'Values'],
  );
});

test('a message is named by its template and what is shown of its recipient', () => {
  assert.equal(messageName({ to: '•••• 4567', content: { templateName: 'reminder' } }), 'reminder · •••• 4567');
  assert.equal(messageName({}), '');
});

test('the amount of a call is the sum of its items, and none if it would be partial', () => {
  const one = item({ Sent: { InstalmentAmount: 100.5 } });
  const other = item({ Item: 2, Sent: { PaymentAmount: '50' } });
  assert.equal(centsSent(call([one, other])), 15_050);
  assert.equal(centsSent(call([one, item({ Sent: { ClientNumber: 'C1' } })])), undefined);
  assert.equal(centsSent(call([one], { MoreItems: 3 })), undefined);
});

test('only what a person must decide is called unclear; what is read back says when it last was', () => {
  assert.deepEqual(providerText(call([item({ Note: 'Two on that day.' })])), ['Two on that day.', '']);
  const reading = call([item(isUnknown)]);
  assert.deepEqual(providerText(reading), ['Is being read back', 'Last read back 25 Nov 2026, 10:52']);
  assert.deepEqual(providerText({ ...reading, ReadAt: null }), ['Is being read back', 'Not read back yet']);
  const several = call([item(), item({ Item: 2, ...isUnknown })], { Count: 500 });
  assert.deepEqual(providerText(several), ['1 item to decide', '1 being read back']);
  assert.equal(sentText(several), 'New mandate, 2 of 500 open');
  assert.match(noteText(item(isUnknown)), /^It is still being read back/);
  assert.equal(noteText(item()), 'The provider shows nothing that it could be.');
});

test('the button says what is recorded', () => {
  assert.equal(recordText(undefined, undefined), 'Record');
  assert.equal(recordText('stored', undefined), 'Record as stored');
  assert.equal(recordText('not stored', 3), 'Record 3 as not stored');
});
