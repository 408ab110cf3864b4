import assert from 'node:assert/strict';
import { type Output } from '#contract/operations.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { withOpened } from '#service/numbers/numbers.ts';
import { answersAll, type ContractCaller } from './caller.ts';
import { listsAll, type StepItem, type Step } from './step.ts';

const ofDemo = async (caller: ContractCaller, text: string): Promise<StepItem> => {
  const rows = await inTransaction(caller.service.database.pool, { organisation: 'demo' }, async (connection) => {
    const found = await connection.query<StepItem>(text);
    return found.rows;
  });
  assert.ok(rows[0], text);
  return rows[0];
};

export const casesStep: Step = async (caller) => {
  const {
    organisation: _organisation,
    merchant: _merchant,
    case_number,
    external_ref,
    ...row
  } = await ofDemo(
    caller,
    `select * from case_record where organisation = 'demo' and jsonb_array_length(attachment) > 0 and external_ref is not null limit 1`,
  );
  const query = { case_number: String(case_number), external_ref: String(external_ref) };
  answersAll('caseView', query);
  for (const by of [query, { case_number: query.case_number }, { external_ref: query.external_ref }])
    for (const alias of [false, true]) {
      const { body } = await caller.call('caseView', by, { alias });
      assert.deepEqual(body, { ...withOpened(row, caller.service.numbers), case_id: case_number, external_ref });
      listsAll('caseView', [body]);
    }
};

export const messagesStep: Step = async (caller) => {
  const message = {
    from: '27105550100',
    to: '27825550101',
    messageId: 'coverage-1',
    content: {
      templateName: 'statement',
      templateData: {
        body: { placeholders: ['Thandi “T” Mokoena', 'R 1 234,56'] },
        header: { type: 'DOCUMENT', mediaUrl: 'https://example.com/statement.pdf', filename: 'statement.pdf' },
      },
      language: 'en',
    },
    callbackData: 'a word of the sender',
    notifyUrl: 'https://example.com/reports',
    urlOptions: {
      shortenUrl: true,
      trackClicks: false,
      trackingUrl: 'https://example.com/clicks',
      removeProtocol: true,
      customDomain: 'example.com',
    },
  };
  const { body } = await caller.call('templateSend', { messages: [message, { ...message, from: '27000000000' }] });
  const { messages: sent, bulkId } = body as unknown as Output<'templateSend'>;
  assert.equal(bulkId, null);
  assert.deepEqual(
    sent.map((it) => [it.to, it.messageCount, it.messageId, it.status.groupId]),
    [
      ['27825550101', 1, 'coverage-1', 1],
      ['27825550101', 1, 'coverage-1', 5],
    ],
  );
  const row = await ofDemo(caller, `select * from message where organisation = 'demo' and message_id = 'coverage-1'`);
  assert.deepEqual(
    [row['sender'], row['recipient'], row['content'], row['url_options'], row['callback_data']],
    [message.from, message.to, message.content, message.urlOptions, message.callbackData],
  );
  assert.equal(row['notify_url'], message.notifyUrl);
};
