import { links } from '#console/domain/links.ts';

/** A page that a task is done on. `segments` are the first parts of its addresses. */
interface GuidePage {
  label: string;
  path: string;
  segments: readonly string[];
}

/** What a person does. Names of controls are between `**`; "…" inside one is any text. */
export interface GuideTask {
  title: string;
  page: keyof typeof guidePages;
  steps: readonly string[];
  limit?: string;
}

export const guidePages = {
  overview: { label: 'Overview', path: links.overview(), segments: ['overview'] },
  contracts: { label: 'Contracts', path: links.mandates(), segments: ['contracts', 'mandates'] },
  awaiting: { label: 'Awaiting approval', path: links.initiates(), segments: ['initiated-mandates'] },
  instalments: { label: 'Instalments', path: links.instalments(), segments: ['instalments', 'omni'] },
  calendar: { label: 'Calendar', path: links.calendar(), segments: ['calendar'] },
  unpaid: { label: 'Unpaid', path: links.unpaid(), segments: ['unpaid'] },
  payouts: { label: 'Payouts', path: links.payments(), segments: ['payments', 'payouts'] },
  approvals: { label: 'Approvals', path: links.approvals(), segments: ['approvals'] },
  clients: { label: 'Clients', path: links.clients(), segments: ['clients'] },
  reports: { label: 'Reports', path: links.reports(), segments: ['reports'] },
  monthEnd: { label: 'Month end', path: links.monthEnd(), segments: ['month-end'] },
  cases: { label: 'Cases', path: links.cases(), segments: ['cases'] },
  messages: { label: 'Messages', path: links.messages(), segments: ['messages'] },
  import: { label: 'Import', path: links.import(), segments: ['import'] },
} as const satisfies Record<string, GuidePage>;

const closeMonth: GuideTask = {
  title: 'Close the month',
  page: 'monthEnd',
  steps: [
    'Go through the steps at the top: **Complete**, **Bank**, **Exceptions** and **Pack**.',
    'Click **Save the pack** for the accountant: a summary, a workbook, the transactions and a journal.',
    'Click **Close … and save its pack**. The service computes every figure again before it closes.',
  ],
  limit: 'Months close in order. Only the last closed one opens again, with **Reopen…** and a reason.',
};

/** In the order of a day's work. */
export const guideTasks = {
  clerk: [
    {
      title: 'Add a client',
      page: 'clients',
      steps: [
        'Click **New client**.',
        'Enter the number, the name and the bank account. Hints under the fields say what is missing.',
        'Click **Create client**.',
      ],
      limit: 'A client number can’t be changed, and a client can’t be deleted.',
    },
    {
      title: 'Create a mandate',
      page: 'contracts',
      steps: [
        'Click **New mandate**, here or on the client’s page. The key N opens it from any page.',
        'Choose the client, the frequency and the collection day; enter the amount and the start date.',
        'Check the days under **Schedule preview** and click **Create mandate**.',
      ],
      limit: 'A DebiCheck mandate collects nothing before the client has approved it at their bank.',
    },
    {
      title: 'Change or cancel a mandate',
      page: 'contracts',
      steps: [
        'Open the contract. **Edit mandate** changes its terms and shows the next debits before and after.',
        'To end it, choose **More** and **Cancel mandate**, with a reason and a date.',
      ],
      limit: 'A cancelled mandate stays cancelled. Create a new one with another contract number.',
    },
    {
      title: 'Move debits or change their amount',
      page: 'instalments',
      steps: [
        'Choose a period, and **On a weekend or public holiday** for those that are not collected on their day.',
        'Select the instalments, then choose **Move dates…** or **Change amount…** above the list. A single one is changed in its row.',
        'Check the number and the sum, and confirm.',
      ],
      limit: 'Scheduled instalments can be changed up to the day before.',
    },
    {
      title: 'Collect unpaid debits again',
      page: 'unpaid',
      steps: [
        'Start with **Try again**: there was not enough money. Select debits, or take all of them.',
        'Click **Collect … again** and choose a date, such as the payday.',
        'Take out what should wait with **Exclude**, and click **Create … instalments**.',
        'Where a client has to be called, click the name: take the client, save what is promised and by when, and choose the day of the next step. **Mine today** lists what is yours.',
      ],
      limit: 'Debits under **Don’t retry** were stopped by the client or the bank. Contact the client first.',
    },
    {
      title: 'Correct bank details after a return',
      page: 'unpaid',
      steps: [
        'Choose **Fix bank details**, select the clients and click **Message … clients**.',
        'When you have the new account, open the client and choose **More** and **Edit client**.',
        'Collect the debit again.',
      ],
    },
    {
      title: 'Prepare a payout',
      page: 'payouts',
      steps: [
        'Click **New payout contract** and choose the client, the amount and the date.',
        'Check **Payments preview** and click **Create payout contract**.',
        'Further payments to the client are added on its page with **Add payment**.',
      ],
      limit: 'A single payment can’t be cancelled: change it, or cancel its payout contract.',
    },
    {
      title: 'Import a spreadsheet',
      page: 'import',
      steps: [
        'Choose what to import, then **Choose a file** or paste the cells.',
        'Match the columns and click **Check the rows**.',
        'Correct what is under **Needs fixing**: all rows with one cause together, or **Exclude** them.',
        'Click **Check without saving**, then the button next to it, which says how many are added.',
      ],
      limit: 'Rows that exist already, or that another import has sent, wait until you allow them.',
    },
  ],
  finance: [
    {
      title: 'See how the month is going',
      page: 'overview',
      steps: [
        'The figures at the top are what was collected, returned and paid out. Each opens its records.',
        'Click **Show expected** for how much of the next 14 days will probably be paid.',
      ],
    },
    {
      title: 'Export a report',
      page: 'reports',
      steps: [
        'Choose a report, its period and, under **More filters**, what it should contain.',
        'Choose **Group by** for sub-totals, or ⋯ and **Compare** for two periods.',
        'Click **Export**. The file has exactly the rows that are shown, and of changes every field.',
        'Keep the filters for the next time with **More** and **Saved views**.',
      ],
    },
    {
      title: 'Find the days that collect best',
      page: 'reports',
      steps: [
        'Choose **Which days collect**: which day of the month collects best, as far as that is sure, and the share of paid debits by weekday and attempt.',
        'Choose **Did collecting again pay?**: what came in of missed debits, by attempt, days waited, reason and payday, beside what was never tried again.',
      ],
      limit: 'It says what happened, and forecasts nothing.',
    },
    {
      title: 'Check that the month is complete',
      page: 'monthEnd',
      steps: [
        'Choose the month. **Complete** says whether all days were read.',
        '**Exceptions** lists what has no outcome yet, and returns of earlier months.',
      ],
    },
    {
      title: 'Match the bank statement',
      page: 'monthEnd',
      steps: [
        'Click **Add statement** and choose the file of your bank. Check its columns once and click **These columns are right**.',
        'Click **Take … lines**, then **Confirm … exact** for the lines that fit one debit only.',
        'Go through the others: **Confirm** a suggestion, choose **Match by hand…**, **Name it…** or **Skip**.',
      ],
      limit: 'The file is not kept, only its lines. No match is made without you.',
    },
    closeMonth,
    {
      title: 'Send statements to clients',
      page: 'clients',
      steps: [
        'Filter the list, choose **Statements** from its menu (⋯), choose the period and click **Save ZIP**.',
        'For one client choose **More** and **Statement…** on the client’s page.',
      ],
    },
  ],
  support: [
    {
      title: 'Find who is calling',
      page: 'overview',
      steps: [
        'Click **Find**, or press Ctrl K (⌘ K).',
        'Type part of a name, a phone number, the end of an account or ID number, or a contract number.',
        'Press Enter to open the client or contract.',
      ],
    },
    {
      title: 'Explain a debit',
      page: 'contracts',
      steps: [
        'Open the contract. **Instalments** shows each debit with its outcome, as **Table** or **Calendar**.',
        '**Timeline** shows who changed what and when.',
        'Under **Notes** write what was said, for whoever takes the next call.',
        'If the client disputes a debit, open the menu of its row and choose **Dispute file**: a letter of one page to print.',
      ],
    },
    {
      title: 'Look up a case',
      page: 'cases',
      steps: ['Enter the complete **Case number** or the **External reference** and click **Find**.'],
      limit: 'Cases can’t be listed or changed here.',
    },
    {
      title: 'Remind clients of debits that are ahead',
      page: 'instalments',
      steps: [
        'Choose the days, select the instalments and click **Remind…**.',
        'Read who is left out and why, then click **Send messages**.',
      ],
      limit:
        'A client who wants no messages is noted on the client’s page: **No messages any more…**. What is sent outside the hours of the merchant waits until then.',
    },
    {
      title: 'Send a message',
      page: 'messages',
      steps: [
        'Enter names, numbers or a list in **To**, or choose **From a file**.',
        'Choose the **Template** and fill in the words for each client. **Preview** shows what they receive.',
        'Click **Send messages**. The list then shows which were delivered.',
      ],
      limit: 'Only templates that the network has approved can be sent.',
    },
    {
      title: 'Remind clients of unpaid debits',
      page: 'unpaid',
      steps: [
        'Choose a reason or an age, and select clients if not all are meant.',
        'Click **Message … clients**. Names and amounts are filled in.',
      ],
    },
    {
      title: 'Remind a client to approve a mandate',
      page: 'awaiting',
      steps: ['Open the menu of the mandate’s row and choose **Remind the client**.'],
      limit: 'Only the client can approve a mandate, at their own bank.',
    },
  ],
  manager: [
    {
      title: 'See what needs attention',
      page: 'overview',
      steps: [
        '**To do** lists what waits, with a link to each.',
        '**Why debits were returned this month** shows what has changed.',
      ],
    },
    {
      title: 'Release payouts',
      page: 'approvals',
      steps: [
        'Open an entry under **Waiting for me**.',
        'Check the sum, the dates, the largest payment, and accounts that are new or have changed.',
        'Leave a single payment out with **Exclude…** and a reason.',
        'Click **Release**. If it asks, confirm with your passkey or code.',
      ],
      limit: 'Nobody releases what they have prepared. What is not released before its day is not paid.',
    },
    {
      title: 'Release new bank details or a cancellation',
      page: 'approvals',
      steps: [
        'Open the entry: **What changes** has the values before and after.',
        'For a new account, call the client at a number that you knew before.',
        'Click **Release**, or **Send back…** with a reason, which the other person sees.',
      ],
    },
    {
      title: 'Take a release back',
      page: 'approvals',
      steps: ['Open the entry under **Decided** and click **Take back the release**.'],
      limit: 'Possible until the payment has been sent.',
    },
    {
      title: 'Decide an unclear call',
      page: 'approvals',
      steps: [
        'Where another service moves the money, open the entry under **Unclear calls**.',
        'Compare what was sent with what is there, and say whether it was saved, with a reason.',
      ],
      limit: 'Until then nothing else changes that record.',
    },
    closeMonth,
  ],
} as const satisfies Record<string, readonly GuideTask[]>;

export type GuideRole = keyof typeof guideTasks;

export const guideRoles: Record<GuideRole, string> = {
  clerk: 'Clerk',
  finance: 'Finance',
  support: 'Support',
  manager: 'Manager',
};

/** The tasks of a page by the first segment of its address; a task of two roles once, with both. */
export function tasksOn(segment: string | undefined): { task: GuideTask; roles: GuideRole[] }[] {
  const found = new Map<GuideTask, GuideRole[]>();
  for (const role of Object.keys(guideTasks) as GuideRole[])
    for (const task of guideTasks[role] as readonly GuideTask[]) {
      const segments: readonly string[] = guidePages[task.page].segments;
      if (segment !== undefined && segments.includes(segment)) found.set(task, [...(found.get(task) ?? []), role]);
    }
  return [...found].map(([task, roles]) => ({ task, roles }));
}
