import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { pathFrom } from '#console/domain/links.ts';
import { lookForLeftCalls, mayHaveLeftCalls } from '#console/domain/outbox/left-calls.ts';
import { AwayNotice } from '#console/domain/outcome/answer-notices.tsx';
import { useOpenDetails } from '#console/domain/outcome/details-open.ts';
import { DoneSlot } from '#console/domain/write/done-slot.tsx';
import { useToday } from '#console/session/today.ts';
import { useStore } from '#kit/base/store.ts';
import { later } from '#kit/ui/later.tsx';
import { Modal, whileDrawn } from '#kit/ui/modal.tsx';
import { OnPaper } from '#kit/ui/paper.tsx';
import { PageSkeleton } from '#kit/ui/states.tsx';
import { omitYear } from '#rules/day-text.ts';
import { Boundary } from './boundary.tsx';
import { LazyFinder, warmFinder, type EarlyKeys } from './finder/lazy-finder.tsx';
import { shortcutPages, NavigationRail } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { OtherTenant } from './other-tenant.tsx';
import { loadDaily } from './pages.ts';
import { useShortcuts } from './shortcuts.tsx';
import { TenantSwitch } from './tenant-switch.tsx';
import { TopBar, type OpenPanel } from './top-bar.tsx';

const EarlierCalls = later(async () => (await import('#console/domain/outbox/earlier-calls.tsx')).EarlierCalls);
const Details = later(async () => (await import('#console/domain/outcome/details.tsx')).Details);
const ShortcutSheet = later(async () => (await import('./panels/shortcut-sheet.tsx')).ShortcutSheet);

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplate: '"bar bar" auto "banner banner" auto "rail main" 1fr / 220px minmax(0, 1fr)',
  minHeight: '100dvh',
  [theme.breakpoints.down('md')]: {
    gridTemplate: '"bar" auto "banner" auto "main" 1fr / minmax(0, 1fr)',
  },
}));

/** Of `TopBar`, with its border. */
const topBarPx = 53;

const Side = styled('div')(({ theme }) => ({
  gridArea: 'rail',
  borderRight: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.paper,
  // Scrolls separately in a low window.
  '& > nav': { position: 'sticky', top: topBarPx, maxHeight: `calc(100dvh - ${topBarPx}px)`, overflowY: 'auto' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const Main = styled('main')(({ theme }) => ({
  gridArea: 'main',
  minWidth: 0,
  padding: 24,
  '&:focus': { outline: 'none' },
  // Next to a drawer.
  [whileDrawn]: { paddingRight: 532 },
  [theme.breakpoints.down('md')]: { padding: '8px 12px 12px' },
}));

/** Visible only while it has the focus. */
const SkipLink = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: 8,
  background: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  fontWeight: 600,
  '&:not(:focus)': { transform: 'translateY(-80px)' },
}));

const firstInputs = ['keydown', 'click'] as const;

interface Props {
  /** Loads the code of the page at an address. */
  preload: (address: string) => void;
  /** What was typed before the shell could listen. */
  earlyKeys: EarlyKeys;
}

/** The frame around all pages of a merchant: bar, navigation, finder, dialogs, and notices of calls without an answer. */
export function Shell({ preload, earlyKeys }: Props) {
  const { merchant, product, href } = useTenant();
  omitYear(useToday().slice(0, 4));
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenPanel>();
  const areDetailsOpen = useOpenDetails() !== undefined;
  const hasLeftCalls = useStore(mayHaveLeftCalls);
  useEffect(() => void lookForLeftCalls(), []);
  const close = useCallback(() => setOpen(undefined), []);
  useShortcuts({
    isOff: open !== undefined || areDetailsOpen,
    openFinder: () => setOpen('finder'),
    openHelp: () => setOpen('shortcuts'),
    go: (path) => void navigate(href(pathFrom(pathname, path))),
  });
  // After the shortcuts' effect, so that no key is lost: from here on either the shortcuts listen, or the finder takes
  // the early keys.
  useEffect(() => {
    if (earlyKeys.isFinderWanted()) setOpen('finder');
    else earlyKeys.take();
  }, [earlyKeys]);
  useEffect(() => {
    // Loaded at the first key press or click, which may need them. Offline it would be too late to load the error
    // details.
    const warm = () => {
      stop();
      warmFinder();
      void loadDaily();
      Details.load().catch(() => {});
    };
    const stop = () => firstInputs.forEach((type) => removeEventListener(type, warm));
    firstInputs.forEach((type) => addEventListener(type, warm));
    return stop;
  }, []);
  return (
    <Frame>
      <OnPaper />
      <SkipLink
        href="#main"
        onClick={(event) => {
          // Moves the focus only; the address belongs to the pages.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </SkipLink>
      <TopBar onOpen={setOpen} />
      <OfflineBanner />
      <Side>
        <NavigationRail preload={preload} />
      </Side>
      <Main id="main" tabIndex={-1}>
        <Boundary resetKey={pathname} page={shortcutPages.find(({ path }) => href(path) === pathname)?.label}>
          <Suspense fallback={<PageSkeleton />}>
            {/* Remounts for another tenant, so that no form, filter or draft carries over. */}
            <Box key={`${merchant}/${product}`} sx={{ maxWidth: 1440 }}>
              <AwayNotice />
              {hasLeftCalls && <EarlierCalls />}
              <DoneSlot />
              <OtherTenant />
              <Outlet />
            </Box>
          </Suspense>
        </Boundary>
      </Main>
      <LazyFinder isOpen={open === 'finder'} earlyKeys={earlyKeys} onClose={close} />
      {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
      {areDetailsOpen && <Details />}
      {open === 'pages' && (
        <Modal label="Pages" at="side" onClose={close}>
          <Box role="group" aria-label="Merchant and product" sx={{ display: 'flex', gap: 1, p: 1.5, pb: 0 }}>
            <TenantSwitch />
          </Box>
          <NavigationRail preload={preload} onGo={close} />
        </Modal>
      )}
    </Frame>
  );
}
