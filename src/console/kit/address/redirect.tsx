import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Leads from an address that names no page to one that does, unless somebody has gone elsewhere meanwhile. */
export function Redirect({ to }: { to: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
  return null;
}
