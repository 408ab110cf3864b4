import { operations, type OperationName } from '../src/contract/operations.ts';

/** A browser test: its file in e2e/ and its exact title. */
interface BrowserTest {
  file: string;
  title: string;
}

const tests = {
  mainJob: {
    file: 'main-job.e2e.ts',
    title: 'a clerk creates a client and a mandate, moves an instalment, cancels, and finds each step in the reports',
  },
  keyboard: { file: 'keyboard.e2e.ts', title: 'the whole main job by keyboard alone' },
  record: {
    file: 'pages.e2e.ts',
    title: 'a contract of the sample year opens from the list with its client and its history',
  },
  contracts: {
    file: 'collect.e2e.ts',
    title:
      'a clerk creates a contract without a mandate, corrects a refusal, notices nothing of lost answers, renews, edits and cancels it',
  },
  initiates: {
    file: 'collect.e2e.ts',
    title: 'a clerk creates and edits a mandate awaiting approval, corrects a refusal, and deletes it',
  },
  omni: {
    file: 'collect.e2e.ts',
    title:
      'a clerk moves omni instalments in their row, repeats one, stops a queue of cancels, and cancels all that remain',
  },
  unpaid: {
    file: 'finder.e2e.ts',
    title:
      'a clerk selects unpaid debits by reason and collects them again as one batch; refused ones stay to be corrected',
  },
  cancelSeveral: {
    file: 'workspace.e2e.ts',
    title:
      'a clerk cancels several instalments with their sum, sees which were refused or unknown, asks again, and repeats one',
  },
  whyDebited: {
    file: 'workspace.e2e.ts',
    title:
      '"why was I debited?": from the finder to the instalment, its transaction and its mandate, by table, calendar and timeline',
  },
  payouts: {
    file: 'payouts.e2e.ts',
    title: 'finance creates a payout contract, changes and adds payments by keyboard, and cancels the rest',
  },
  payoutsRefused: {
    file: 'payouts.e2e.ts',
    title: 'refusals are shown at their field: a number in use, invalid payments',
  },
  payoutsLost: {
    file: 'payouts.e2e.ts',
    title: 'after lost answers the payout contract and its payments are asked for again, and nothing is paid twice',
  },
  payoutLists: {
    file: 'payouts.e2e.ts',
    title: 'payout contracts and payments are listed, searched and filtered, also if the service does not list them',
  },
  clients: {
    file: 'records.e2e.ts',
    title: 'a clerk corrects a client whose number is in use, finds it by a part of the name, and edits it',
  },
  lookups: { file: 'records.e2e.ts', title: 'the lookups can be browsed, searched by any part, and copied from' },
  reports: {
    file: 'reports.e2e.ts',
    title: 'each report opens, shows its number of records, and has no accessibility fault or sideways scroll',
  },
  million: {
    file: 'million.e2e.ts',
    title: 'a million records can be scrolled to the end, filtered, sorted and exported, and match the database',
  },
  cases: {
    file: 'support.e2e.ts',
    title: 'a person opens a case by number or reference, sees its client, and is told if it does not exist',
  },
  messages: {
    file: 'support.e2e.ts',
    title:
      'a clerk sends messages to clients and numbers, corrects the credentials, and sends only rejected ones again',
  },
} satisfies Record<string, BrowserTest>;

/** Where people find each operation in the console, and the browser test of it with the real service. */
export const coverage: Record<OperationName, { where: string; test: BrowserTest }> = {
  mandateCreate: { where: 'Contracts → New mandate', test: tests.mainJob },
  mandateEdit: { where: 'Contract → Edit mandate', test: tests.keyboard },
  mandateCancel: { where: 'Contract → More → Cancel mandate', test: tests.mainJob },
  mandateList: { where: 'Contracts → All, Awaiting approval; the facts of a contract', test: tests.record },
  contractCreate: {
    where: 'Contracts → New contract; a contract → New contract with these terms',
    test: tests.contracts,
  },
  contractEdit: { where: 'A contract without a mandate → Edit this contract anyway', test: tests.contracts },
  contractCancel: { where: 'A contract without a mandate → More → Cancel contract', test: tests.contracts },
  contractList: { where: 'Contracts; finder', test: tests.contracts },
  instalmentCreate: { where: 'Contract → Add instalment, Repeat; Unpaid → new instalments', test: tests.unpaid },
  instalmentEdit: { where: 'Contract and Instalments, in the row', test: tests.mainJob },
  instalmentCancel: { where: 'Contract and Instalments, one or all selected', test: tests.cancelSeveral },
  instalmentList: { where: 'Contract; Instalments', test: tests.whyDebited },
  omniInstalmentCreate: { where: 'Instalments → Collection date → Add instalment, Repeat', test: tests.omni },
  omniInstalmentEdit: { where: 'Instalments → Collection date, in the row', test: tests.omni },
  omniInstalmentCancel: {
    where: 'Instalments → Collection date, one or all selected; Cancel all remaining',
    test: tests.omni,
  },
  omniInstalmentList: { where: 'Instalments → Collection date, by contract and status', test: tests.omni },
  payoutContractCreate: { where: 'Payout contracts → New payout contract', test: tests.payouts },
  payoutContractCancel: { where: 'Payout contract → More → Cancel payout contract', test: tests.payouts },
  payoutContractList: { where: 'Payout contracts; the page of a payout contract', test: tests.payoutLists },
  payoutPaymentCreate: { where: 'Payout contract → Add payment', test: tests.payoutsRefused },
  payoutPaymentEdit: { where: 'Payout contract and Payments → Edit', test: tests.payoutsLost },
  payoutPaymentList: { where: 'Payments; Payout contracts', test: tests.payoutLists },
  clientCreate: { where: 'Clients → New client', test: tests.mainJob },
  clientEdit: { where: 'Client → More → Edit client', test: tests.clients },
  clientList: { where: 'Clients; the page of a client; finder', test: tests.clients },
  mandateInitiateEdit: { where: 'Contracts → Awaiting approval → Edit', test: tests.initiates },
  mandateInitiateCancel: { where: 'Contracts → Awaiting approval → Delete', test: tests.initiates },
  futureTransactionReport: { where: 'Reports; Calendar; Overview; Unpaid', test: tests.reports },
  omniContractChangeReport: { where: 'Reports', test: tests.reports },
  omniInstalmentChangeReport: { where: 'Reports; Unpaid; Overview', test: tests.reports },
  transactionReport: { where: 'Reports; Contract; Client; Unpaid; Overview; Calendar', test: tests.million },
  mandateChangeReport: { where: 'Reports; the timeline of a contract', test: tests.mainJob },
  contractChangeReport: { where: 'Reports; the timeline of a contract', test: tests.mainJob },
  payoutPaymentChangeReport: { where: 'Reports; the history of a payout contract', test: tests.reports },
  frequencyLookup: { where: 'Lookups; every frequency and collection day field', test: tests.lookups },
  bankLookup: { where: 'Lookups; every bank and branch field', test: tests.lookups },
  mandateReasonLookup: { where: 'Lookups; every cancel reason field', test: tests.lookups },
  payoutCancelLookup: { where: 'Lookups; the cancel code field of a payout', test: tests.lookups },
  caseView: { where: 'Cases; finder', test: tests.cases },
  templateSend: { where: 'Messages', test: tests.messages },
};

/** docs/coverage.md, which `npm run inventory` writes. */
export function coverageText(): string {
  const names = Object.keys(operations) as OperationName[];
  return `# Coverage

<!-- Written by \`npm run inventory\` from src/contract/ and checks/coverage.ts. Do not edit it by hand. -->

The service implements the whole interface: ${names.length} operations ([fields and paths](interface.md#operations)), described at \`/openapi.json\`.
One test calls every one of them over HTTP ([src/service/contract-coverage.test.ts](../src/service/contract-coverage.test.ts)), and a
third-party validator checks each answer against the OpenAPI document; clients generated from it in TypeScript and Python do the main job
([src/service/generated-clients.long.test.ts](../src/service/generated-clients.long.test.ts)).

The console covers every operation, here. \`checks/coverage.ts\` names the browser test of each, which runs against the real service.

${names.map((name) => `- \`${name}\`: ${coverage[name].where}\n`).join('')}`;
}
