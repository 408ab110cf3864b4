import type { Migration } from '#service/database/migrate.ts';
import { collections } from './001-collections.ts';
import { signIn } from './002-sign-in.ts';
import { wholeInterface } from './003-whole-interface.ts';
import { messages } from './004-messages.ts';
import { jobs } from './005-jobs.ts';
import { debitSequenceTypes } from './006-debit-sequence-types.ts';
import { bankDetails } from './007-bank-details.ts';
import { signInEpoch } from './008-sign-in-epoch.ts';
import { caseMerchant } from './010-case-merchant.ts';
import { lastPolicies } from './014-last-policies.ts';
import { merchantDisabled } from './015-merchant-disabled.ts';
import { clockMoves } from './016-clock-moves.ts';
import { enter } from './017-enter.ts';
import { maintenanceRole } from './018-maintenance-role.ts';
import { statusInTheLog } from './019-status-in-the-log.ts';
import { roles } from './020-roles.ts';
import { settings } from './021-settings.ts';
import { audit } from './022-audit.ts';
import { secondFactor } from './025-second-factor.ts';
import { bankAccounts } from './026-bank-accounts.ts';
import { monthClose } from './027-month-close.ts';
import { fourEyes } from './028-four-eyes.ts';
import { lateReturns } from './029-late-returns.ts';
import { approvalKinds } from './030-approval-kinds.ts';
import { secondAdministrator } from './031-second-administrator.ts';
import { imports } from './032-imports.ts';
import { formDefaults } from './033-form-defaults.ts';
import { numbersAtRest } from './034-numbers-at-rest.ts';
import { returnsAtClose } from './035-returns-at-close.ts';
import { preparingHands } from './036-preparing-hands.ts';
import { entriesByMaintenance } from './037-entries-by-maintenance.ts';
import { nextLook } from './038-next-look.ts';
import { auditProofs } from './039-audit-proofs.ts';
import { auditFilters } from './040-audit-filters.ts';
import { waitingDebits } from './041-waiting-debits.ts';
import { outgoingCalls } from './042-outgoing-calls.ts';
import { providerConnections } from './043-provider-connections.ts';
import { deliveryReports } from './044-delivery-reports.ts';
import { monthsAtProvider } from './045-months-at-provider.ts';
import { heldItems } from './046-held-items.ts';
import { importRows } from './047-import-rows.ts';
import { payoutsAtProvider } from './048-payouts-at-provider.ts';

/** In order of their names. A migration is never edited after it has landed. */
export const migrations: Record<string, Migration> = {
  '001-collections': collections,
  '002-sign-in': signIn,
  '003-whole-interface': wholeInterface,
  '004-messages': messages,
  '005-jobs': jobs,
  '006-debit-sequence-types': debitSequenceTypes,
  '007-bank-details': bankDetails,
  '008-sign-in-epoch': signInEpoch,
  '010-case-merchant': caseMerchant,
  '014-last-policies': lastPolicies,
  '015-merchant-disabled': merchantDisabled,
  '016-clock-moves': clockMoves,
  '017-enter': enter,
  '018-maintenance-role': maintenanceRole,
  '019-status-in-the-log': statusInTheLog,
  '020-roles': roles,
  '021-settings': settings,
  '022-audit': audit,
  '025-second-factor': secondFactor,
  '026-bank-accounts': bankAccounts,
  '027-month-close': monthClose,
  '028-four-eyes': fourEyes,
  '029-late-returns': lateReturns,
  '030-approval-kinds': approvalKinds,
  '031-second-administrator': secondAdministrator,
  '032-imports': imports,
  '033-form-defaults': formDefaults,
  '034-numbers-at-rest': numbersAtRest,
  '035-returns-at-close': returnsAtClose,
  '036-preparing-hands': preparingHands,
  '037-entries-by-maintenance': entriesByMaintenance,
  '038-next-look': nextLook,
  '039-audit-proofs': auditProofs,
  '040-audit-filters': auditFilters,
  '041-waiting-debits': waitingDebits,
  '042-outgoing-calls': outgoingCalls,
  '043-provider-connections': providerConnections,
  '044-delivery-reports': deliveryReports,
  '045-months-at-provider': monthsAtProvider,
  '046-held-items': heldItems,
  '047-import-rows': importRows,
  '048-payouts-at-provider': payoutsAtProvider,
};
