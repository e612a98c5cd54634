const mostTabs = 5;

/** Of many views, those that stand beside the list: the first ones, and the one that is looked at. */
export function tabViews<View>(views: View[], isHere: (view: View) => boolean): View[] {
  if (views.length <= mostTabs) return views;
  const here = views.filter(isHere).slice(0, 1);
  const others = views.filter((view) => !here.includes(view)).slice(0, mostTabs - 1 - here.length);
  return views.filter((view) => here.includes(view) || others.includes(view));
}
