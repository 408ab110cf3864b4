import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CopyNumber } from '#kit/ui/copy-button.tsx';
import { Figure, Figures, type FigureProps } from '#kit/ui/figures.tsx';
import { Menu, type MenuItem } from '#kit/ui/menu.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { belowRows } from '#kit/ui/states.tsx';
import { Folded } from './folded.tsx';

/** A key number or day with an explanation. */
export type KeyFact = Pick<FigureProps, 'label' | 'value' | 'note' | 'isUrgent' | 'to'>;

interface Props {
  /** The client's name, or the number until it is known. */
  name: string;
  /** Distinguishes records of the same name. */
  number?: string;
  back: ComponentProps<typeof Page>['back'];
  status?: ReactNode;
  /** Numbers that a click copies, with their names and links. */
  numbers: readonly { name: string; text: string | number | null | undefined; to?: string }[];
  /** The first is the page's large figure. None for a record without figures. */
  facts?: readonly KeyFact[];
  /** Drawn below the facts. */
  strip?: ReactNode;
  /** All terms, folded away below the facts. */
  details?: ReactNode;
  /** The main action. */
  action?: ReactNode;
  /** Why nothing can be changed here; then no action is offered. */
  readOnly?: string;
  /** Other actions. */
  menu?: readonly MenuItem[];
  children: ReactNode;
}

/** The page of one record: name, status, actions and key facts first. */
export function RecordPage(props: Props) {
  const { name, number, back, status, numbers, facts = [], strip, details, readOnly, children, ...rest } = props;
  const { action, menu = [] } = readOnly ? { menu: rest.menu?.filter((it) => it.operation === undefined) } : rest;
  return (
    <Page
      title={[name, number].filter(Boolean).join(' · ')}
      back={back}
      lead={
        (status || numbers.length > 0) && (
          <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            {status}
            {numbers.map(
              (it) =>
                it.text != null &&
                it.text !== '' && (
                  <Box
                    component="span"
                    key={it.name}
                    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minWidth: 'min-content' }}
                  >
                    {it.name}
                    {it.to !== undefined && (
                      <Link component={RouterLink} to={it.to} sx={{ ml: 0.5 }}>
                        {it.text}
                      </Link>
                    )}
                    <CopyNumber name={it.name.toLowerCase()} text={String(it.text)} isHidden={it.to !== undefined} />
                  </Box>
                ),
            )}
          </Stack>
        )
      }
      actions={
        (action || menu.length > 0) && (
          <>
            {action}
            <Menu label="More" items={menu} />
          </>
        )
      }
    >
      {readOnly && <Notice tone="info">{readOnly}</Notice>}
      {(facts.length > 0 || strip || details) && (
        <Figures
          label="Key facts"
          below={
            <>
              {strip}
              {details && (
                <Folded title="All details" isQuiet>
                  {details}
                </Folded>
              )}
            </>
          }
        >
          {facts.map((fact, index) => (
            // By position: which fact comes first is known once they have loaded, and none must move then.
            <Figure key={index} {...fact} isLarge={index === 0} />
          ))}
        </Figures>
      )}
      <Stack spacing={2} sx={{ minWidth: 0, '& > :has([data-skeleton]) ~ *': belowRows }}>
        {children}
      </Stack>
    </Page>
  );
}
