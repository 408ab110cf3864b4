import { creators } from './case-creators.ts';

interface SampleCase {
  client: string;
  /** About the client, not a contract. */
  isGeneral?: true;
  category: string;
  subject: string;
  description: string;
  status: 'Open' | 'In progress' | 'Waiting for client' | 'Resolved' | 'Closed';
  files?: string[];
}

/** Numbered in this order from CS-10001; entries stay, so that a noted number is found again. */
const texts: SampleCase[] = [
  {
    client: 'C00012',
    category: 'Disputed debit',
    subject: 'Debit taken twice this month',
    description:
      'Client saw two collections on the bank statement and asks for one of them back. Compare the transactions of contract LN000012 with the statement.',
    status: 'In progress',
    files: ['statement.pdf'],
  },
  {
    client: 'C00031',
    category: 'Arrears',
    subject: 'Promise to pay',
    description:
      'Client lost a month of income and promises to catch up with two payments. Instalments stay as they are until the second one is paid.',
    status: 'Open',
  },
  {
    client: 'C00044',
    category: 'Collection day',
    subject: 'Wishes to pay after payday',
    description: 'Salary moved to the 28th. Asks that instalments be collected on the last working day from now on.',
    status: 'Waiting for client',
  },
  {
    client: 'C00058',
    category: 'Bank details',
    subject: 'Account closed, new account opened',
    description: "Old account was closed after a card fraud. New account confirmed by the bank's letter.",
    status: 'Resolved',
    files: ['bank-letter.pdf', 'id-copy.jpg'],
  },
  {
    client: 'C00073',
    category: 'Disputed debit',
    subject: 'Says the mandate was never signed',
    description: 'Client does not remember the contract. Signed application found and sent to the client.',
    status: 'Closed',
    files: ['application-signed.pdf'],
  },
  {
    client: 'C00087',
    category: 'Settlement',
    subject: 'Settlement quote asked for',
    description: 'Client sells the house and asks for the amount that settles LN000087 at the end of next month.',
    status: 'Open',
  },
  {
    client: 'C00102',
    category: 'Deceased estate',
    subject: 'Notice of death from the executor',
    description:
      'Executor sent the letter of authority and asks that no further instalment be collected. Insurer informed.',
    status: 'In progress',
    files: ['letter-of-authority.pdf', 'death-certificate.pdf'],
  },
  {
    client: 'C00119',
    category: 'Debt review',
    subject: 'Form 17.1 received',
    description: 'Client applied for debt review. Certificate of balance due within five business days.',
    status: 'In progress',
    files: ['form-17-1.pdf'],
  },
  {
    client: 'C00133',
    isGeneral: true,
    category: 'Complaint',
    subject: 'Called three times on one day',
    description: 'Client complains about repeated calls although the arrears were paid. Calls taken off the campaign.',
    status: 'Resolved',
  },
  {
    client: 'C00150',
    isGeneral: true,
    category: 'Personal details',
    subject: 'New cellphone number',
    description: "Number updated after the client's identity was checked.",
    status: 'Closed',
  },
  {
    client: 'C00166',
    category: 'Arrears',
    subject: 'Unpaid three times in a row',
    description:
      "Bank answers 'not sufficient funds'. Client does not answer calls, letter sent to the employer's address on file.",
    status: 'Open',
  },
  {
    client: 'C00181',
    category: 'Cancellation',
    subject: 'Why was the contract cancelled?',
    description: "Contract ended at the client's own request by telephone; recording found and offered.",
    status: 'Closed',
    files: ['call-note.txt'],
  },
  {
    client: 'C00204',
    category: 'Paid-up letter',
    subject: 'Paid-up letter not received',
    description: 'Last instalment is paid. Letter sent again, this time by post because no email address is on file.',
    status: 'Resolved',
    files: ['paid-up-letter.pdf'],
  },
  {
    client: 'C00233',
    category: 'Refund',
    subject: 'Overpaid by electronic transfer',
    description:
      'Client paid by transfer on the day that the debit also went through. Refund of the transfer asked for.',
    status: 'In progress',
    files: ['proof-of-payment.pdf'],
  },
  {
    client: 'C00260',
    category: 'Collection day',
    subject: 'Holiday bonus in December',
    description: 'Asks that the December instalment be collected a week earlier, before the family travels.',
    status: 'Resolved',
  },
  {
    client: 'C00299',
    category: 'Paid-up letter',
    subject: 'Bond attorney needs confirmation',
    description: 'Attorney asks in writing that the account is settled. Consent of the client attached.',
    status: 'Closed',
    files: ['consent.pdf'],
  },
  {
    client: 'C00312',
    category: 'Credit bureau',
    subject: 'Listing after settlement',
    description:
      'Client is still listed as in arrears although the account was settled. Correction sent to the bureaus.',
    status: 'In progress',
    files: ['bureau-report.pdf'],
  },
  {
    client: 'C00347',
    category: 'Bank details',
    subject: 'Stop order placed at the bank',
    description: "Bank stopped the debit on the client's word. Client now agrees to go on and lifts the stop order.",
    status: 'Waiting for client',
  },
  {
    client: 'C00401',
    category: 'Insurance',
    subject: 'Claims on credit life cover',
    description:
      'Retrenched at the end of last month and claims on the cover of LN000401. Retrenchment letter is still missing.',
    status: 'Waiting for client',
    files: ['claim-form.pdf'],
  },
  {
    client: 'C00455',
    isGeneral: true,
    category: 'Complaint',
    subject: 'Message in the wrong language',
    description: 'Client asks for messages in isiXhosa. Preference noted.',
    status: 'Resolved',
  },
  {
    client: 'C00640',
    category: 'Settlement',
    subject: 'Paid more than the quote',
    description: 'Settlement amount paid with a day of interest too much. Difference to be paid back.',
    status: 'Open',
    files: ['settlement-quote.pdf', 'proof-of-payment.pdf'],
  },
  {
    client: 'C00777',
    category: 'Fraud',
    subject: 'Says someone used his identity',
    description: 'Affidavit from the police station received. Collections held while the signature is compared.',
    status: 'In progress',
    files: ['affidavit.pdf', 'specimen-signature.png'],
  },
  {
    client: 'C00903',
    category: 'Statement',
    subject: 'Statement of the tax year',
    description: 'Asks for all payments from March to February for the revenue service.',
    status: 'Closed',
    files: ['statement-of-account.pdf'],
  },
  {
    client: 'C50017',
    category: 'Paid-up letter',
    subject: 'Asks when the last debit goes off',
    description: 'Confirmed that LN500017 has run its course and that nothing else is due on it.',
    status: 'Closed',
  },
  {
    client: 'C50042',
    category: 'Disputed debit',
    subject: 'Amount differs from the mandate',
    description: 'Annual adjustment was applied. Client had not read the notice; explained and accepted.',
    status: 'Resolved',
    files: ['adjustment-notice.pdf'],
  },
  {
    client: 'C50088',
    category: 'Collection day',
    subject: 'Tracking days run into the weekend',
    description: 'Asks that tracking end before the weekend, when the money is meant for groceries.',
    status: 'Open',
  },
  {
    client: 'C50130',
    category: 'Bank details',
    subject: 'Declined the mandate by mistake',
    description: 'Client pressed the wrong key when the bank asked. A new mandate is to be initiated.',
    status: 'In progress',
  },
  {
    client: 'C50215',
    category: 'Cancellation',
    subject: 'Cancelled mandate, balance remains',
    description: 'Mandate was cancelled at the bank. Client wishes to pay the balance by transfer in three parts.',
    status: 'Open',
    files: ['payment-plan.pdf'],
  },
  {
    client: 'C50333',
    isGeneral: true,
    category: 'Personal details',
    subject: 'New passport',
    description: 'Passport was renewed and the number changed. Copy received, certified.',
    status: 'Waiting for client',
    files: ['passport-certified.pdf'],
  },
  {
    client: 'C50480',
    category: 'Arrears',
    subject: 'Short pay, asks for a lower instalment',
    description: 'Hours at work were cut. Income and expenses form sent out, answer awaited.',
    status: 'Waiting for client',
    files: ['income-and-expenses.xlsx'],
  },
  {
    client: 'C50900',
    category: 'Mandate',
    subject: 'Mandate not yet accepted',
    description: 'Client says that no request came from the bank. Asked to look in the banking app and to call back.',
    status: 'Open',
  },
];

/** The cases of the organisation `demo`, by column. */
export const sampleCases = texts.map(({ client, isGeneral, files = [], ...words }, place) => {
  const creator = creators[client];
  if (!creator) throw new Error(`${client} is not among the creators`);
  const case_number = `CS-${10_001 + place}`;
  return {
    case_number,
    merchant: '1001',
    company: 'Umthombo Home Finance',
    // The sandbox's first contract of a client has the client's digits with one more position.
    external_ref: isGeneral ? null : `LN${client.slice(1, 2)}0${client.slice(2)}`,
    ...words,
    ...creator,
    attachment: files.map((filename) => ({
      filename,
      url: `https://files.example.com/cases/${case_number}/${filename}`,
    })),
  };
});
