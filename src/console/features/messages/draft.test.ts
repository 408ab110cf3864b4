import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDraft, checkRecipients } from './check.ts';
import { chosenOf, emptyDraft, itemOf, templatePieces, type MessageDraft } from './draft.ts';
import { readNumber } from './number.ts';
import { recipientsOf } from './paste.ts';

const templates = [
  { name: 'reminder', language: 'en', text: 'Hello {{1}}, {{2}} is due.' },
  { name: 'statement', language: 'en', text: 'Your statement.', header: 'DOCUMENT' },
];
const config = {
  network: 'connected',
  deliveries: 'unknown',
  dialCode: '27',
  senders: ['27105550100'],
  templates,
} as const;
const empty = emptyDraft({ ...config, senders: [...config.senders], templates });
const reminder: MessageDraft = { ...empty, template: 'reminder', language: 'en' };

test('a number is read as people write it, and one that cannot be dialled is said to be so', () => {
  const good: [string, string][] = [
    ['27 82 555-0101', '27825550101'],
    ['+27825550101', '27825550101'],
    ['0027825550101', '27825550101'],
    ['(082) 555 0101', '27825550101'],
  ];
  for (const [typed, to] of good) assert.equal(readNumber(typed, '27').to, to, typed);
  for (const typed of ['', 'Naledi', '4.41E+11', '082555', '825550101', '1234', '1234567890123456'])
    assert.ok(readNumber(typed, '27').problem, typed);
  assert.ok(readNumber('0825550101').problem, 'no country to put in the place of the 0');
});

test('a pasted list keeps its columns, with or without a heading and quotes', () => {
  const pasted = recipientsOf(
    '\ufeffNumber;Name;Amount\r\n0825550101;"Dlamini; N";R 1 234,56\r\n\r\n0825550102;"Say ""hi""";\n',
  );
  assert.deepEqual(
    pasted.map(({ to, values }) => [to, values]),
    [
      ['0825550101', ['Dlamini; N', 'R 1 234,56']],
      ['0825550102', ['Say "hi"', '']],
    ],
  );
  assert.deepEqual(
    recipientsOf('27825550101\n27825550102').map(({ to, values }) => [to, values]),
    [
      ['27825550101', undefined],
      ['27825550102', undefined],
    ],
  );
});

test('each recipient has their own values or those for everyone, and what is wrong is said of the row', () => {
  const draft: MessageDraft = {
    ...reminder,
    values: ['{ClientName}', 'R 100,00'],
    recipients: [
      { id: 'a', to: '0825550101', fields: { ClientName: 'Naledi' } },
      { id: 'b', to: '27825550101', values: ['Naledi'] },
      { id: 'c', to: '27825550101', values: ['Naledi', 'R 5,00'] },
      { id: 'd', to: '27825550102' },
      { id: 'e', to: 'x', values: ['a\nb', 'c'] },
    ],
  };
  const chosen = chosenOf(draft, templates);
  const checks = checkRecipients(draft, chosen, '27');
  assert.deepEqual(
    [...checks.values()].map(({ problems, missing }) => [problems.length, missing.length]),
    [
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 1],
      [2, 0],
    ],
  );
  const without = checkRecipients({ ...draft, values: undefined }, chosen, '27');
  assert.deepEqual(without.get('b')?.missing, [2]);
  assert.match(checks.get('b')?.problems[0] ?? '', /row 1/);
  assert.match(checks.get('c')?.notes.join() ?? '', /Row 1/);
  assert.deepEqual(checks.get('d')?.missing, [1], 'no message goes out with a gap');
  const [first] = draft.recipients ?? [];
  assert.ok(first);
  const item = itemOf(draft, first, chosen, '27');
  assert.equal(item.to, '27825550101');
  assert.deepEqual(item.content, {
    templateName: 'reminder',
    templateData: { body: { placeholders: ['Naledi', 'R 100,00'] } },
    language: 'en',
  });
  assert.deepEqual(Object.keys(item), ['from', 'to', 'messageId', 'content']);
});

test('a header of media needs a web address; a template that nobody listed takes what is typed', () => {
  const statement: MessageDraft = { ...empty, template: 'statement', language: 'en' };
  const chosen = chosenOf(statement, templates);
  assert.deepEqual(Object.keys(checkDraft({ ...statement, mediaUrl: 'javascript:alert(1)' }, chosen)), ['mediaUrl']);
  const mediaUrl = 'https://files.example.com/1.pdf';
  assert.deepEqual(checkDraft({ ...statement, mediaUrl }, chosen), {});
  const draft = { ...statement, mediaUrl, shortenUrl: true, notifyUrl: 'https://a.example/reports' };
  const { content, urlOptions, notifyUrl } = itemOf(draft, { id: 'a', to: '27825550101' }, chosen);
  assert.deepEqual(content.templateData?.header, { type: 'DOCUMENT', mediaUrl });
  assert.deepEqual([urlOptions, notifyUrl], [{ shortenUrl: true }, 'https://a.example/reports']);
  const other: MessageDraft = { ...empty, isOther: true, template: 'new_one', language: 'en', count: 3 };
  assert.equal(chosenOf(other, templates).count, 3);
});

test('a header of any type takes an address and a file name where the template is not listed', () => {
  const media = { mediaUrl: 'https://files.example.com/1.pdf', filename: 'Terms.pdf' };
  const recipient = { id: 'a', to: '27825550101' };
  const headerOf = (draft: MessageDraft) =>
    itemOf(draft, recipient, chosenOf(draft, templates)).content.templateData?.header;
  const other: MessageDraft = { ...empty, isOther: true, template: 'terms', language: 'en', ...media };
  for (const headerType of ['TEXT', 'IMAGE', 'LOCATION'])
    assert.deepEqual(headerOf({ ...other, headerType }), { type: headerType, ...media });
  assert.equal(headerOf(other), undefined);
  const wrong = { ...other, headerType: 'LOCATION', mediaUrl: 'nowhere' };
  assert.deepEqual(Object.keys(checkDraft(wrong, chosenOf(wrong, templates))), ['mediaUrl']);
  const none = { ...wrong, mediaUrl: '' };
  assert.deepEqual(checkDraft(none, chosenOf(none, templates)), {});
});

test('a message goes out under the ID that was typed for it, and no two under the same', () => {
  const [one, two, three] = ['27825550101', '27825550102', '27825550103'].map((to) => ({ id: to, to, ownId: 'INV-1' }));
  assert.ok(one && two && three);
  const recipients = [one, two, { ...three, ownId: ' ' }];
  const draft: MessageDraft = { ...empty, template: 'reminder', language: 'en', values: ['a', 'b'], recipients };
  const chosen = chosenOf(draft, templates);
  assert.notEqual(itemOf(draft, one, chosen).messageId, 'INV-1', 'not while IDs are made');
  const own = { ...draft, hasOwnIds: true };
  assert.equal(itemOf(own, one, chosen).messageId, 'INV-1');
  assert.match(itemOf(own, { ...three, ownId: ' ' }, chosen).messageId, /^[0-9a-f-]{36}$/);
  const problems = [...checkRecipients(own, chosen).values()].map((it) => it.problems);
  assert.deepEqual(problems, [[], ['Row 1 already has this message ID.'], []]);
});

test('a preview fills in what there is and shows what is missing', () => {
  assert.deepEqual(
    templatePieces('{{1}} and {{3}}, {{1}}', ['A']).map(({ text }) => text),
    ['A', ' and ', '{{3}}', ', ', 'A'],
  );
});
