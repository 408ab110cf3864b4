import { useRef, useState } from 'react';
import { useMerchantName } from '#console/api/access.ts';
import { tokenSource } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useSettledDays } from '#console/domain/bank/settled.ts';
import { agedFrom } from '#console/domain/collections/debits.ts';
import { outcomesOf } from '#console/domain/collections/rates.ts';
import { accountsOf } from '#console/session/journal-accounts.ts';
import { useToday } from '#console/session/today.ts';
import type { MonthManifest } from '#contract/month-end.ts';
import { monthEnd } from '#kit/dates/ranges.ts';
import { typefaceUrl } from '#kit/pdf/typeface.ts';
import { saveFile } from '#report-engine/save-file.ts';
import { writePack } from './call-worker.ts';
import { usualAccounts, type BankMove } from './journal.ts';
import { partOf } from './part.ts';
import type { ExtraSheet, PackSpec } from './spec.ts';

interface Saved {
  name: string;
  manifest: MonthManifest;
  bytes: number;
  isSigned: boolean;
}

interface Options {
  month: string;
  opening: number;
  openingNote: string;
  /** Whole cents that bank lines took out of transit. */
  matched: number;
  /** Whose matches the service adds up to it. */
  accounts: string[] | undefined;
  moves: readonly BankMove[];
  sheets: readonly ExtraSheet[];
  /** Called with the manifest before the file is written; rejecting leaves no file. Null is no signature. */
  sign(manifest: MonthManifest): Promise<string | null>;
}

/** Builds and saves the pack of a month. */
export function usePack() {
  const { merchant, product } = useTenant();
  const tenant = { merchant, product };
  const config = useConfig();
  const today = useToday();
  const settled = useSettledDays();
  const merchantName = useMerchantName(tenant.merchant) ?? tenant.merchant;
  const [progress, setProgress] = useState('');
  const [saved, setSaved] = useState<Saved>();
  const [problem, setProblem] = useState('');
  const abort = useRef<AbortController>(undefined);

  const specOf = ({ month, opening, openingNote, matched, accounts, moves, sheets }: Options): PackSpec => {
    const [from, to] = [`${month}-01`, monthEnd(month)];
    return {
      ...tenant,
      merchantName,
      month,
      from,
      to,
      opening,
      openingNote,
      matched,
      bankAccounts: accounts,
      moves,
      transactions: partOf('transactions', tenant, config, { from, to }),
      history: partOf('transactions', tenant, config, { from: agedFrom(to), to }),
      settled,
      instalments: partOf('omni-instalment-changes', tenant, config, outcomesOf({ from, to }, today)),
      reasons: Object.fromEntries((config.codes.InstalmentResult ?? []).map(({ code, label }) => [code, label])),
      accounts: accountsOf(tenant, usualAccounts),
      sheets,
      fontUrl: typefaceUrl(),
    };
  };

  /** Call it directly from a click: browsers open the save dialog only then. */
  const save = async (options: Options): Promise<boolean> => {
    setProblem('');
    setSaved(undefined);
    const name = `Month end ${tenant.merchant} ${tenant.product} ${options.month}.zip`;
    const to = await saveFile(name, 'application/zip');
    if (!to) return false;
    abort.current = new AbortController();
    setProgress('Reading…');
    let isSigned = false;
    try {
      const result = await writePack(specOf(options), to, {
        token: tokenSource(),
        said: setProgress,
        signal: abort.current.signal,
        sign: async (manifest) => {
          const signature = await options.sign(manifest);
          isSigned = signature !== null;
          return signature;
        },
      });
      setSaved({ name, isSigned, ...result });
      return true;
    } catch (error) {
      setProblem(`No pack was kept: ${(error as Error).message}`);
      return false;
    } finally {
      setProgress('');
    }
  };
  return { save, stop: () => abort.current?.abort(new Error('Stopped')), progress, saved, problem };
}

export type Pack = ReturnType<typeof usePack>;
