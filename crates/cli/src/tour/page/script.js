const root=document.documentElement,theme=document.getElementById('theme');
const store={get(){try{return localStorage.getItem('theme')}catch{return null}},set(value){try{localStorage.setItem('theme',value)}catch{}}};
const isDark=()=>root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme:dark)').matches;
const label=()=>{theme.firstChild.data=isDark()?'\u2600 ':'\u263e ';theme.lastChild.textContent=isDark()?'light':'dark'};
const kept=store.get();
if(kept)root.dataset.theme=kept;
label();
theme.addEventListener('click',()=>{root.dataset.theme=isDark()?'light':'dark';store.set(root.dataset.theme);label()});
matchMedia('(prefers-color-scheme:dark)').addEventListener('change',label);
const filter=(input,parts)=>input.addEventListener('input',()=>{
const words=input.value.toLowerCase().split(/\s+/).filter(Boolean);
for(const part of document.querySelectorAll(parts)){
const text=(part.dataset.words+' '+part.textContent).toLowerCase();
part.hidden=!words.every(word=>text.includes(word))}
for(const part of document.querySelectorAll('.part'))part.hidden=!part.querySelector('.card:not([hidden])')});
filter(document.getElementById('filter-pictures'),'.card');
filter(document.getElementById('filter-table'),'tr[data-words]');
const shown=()=>document.querySelector('.exhibit:target');
const moved=()=>{document.body.style.overflow=shown()?'hidden':''};
addEventListener('hashchange',moved);moved();
addEventListener('keydown',event=>{
const exhibit=shown();
if(!exhibit||event.altKey||event.ctrlKey||event.metaKey)return;
const to={ArrowLeft:'.before',ArrowRight:'.after',Escape:'.close'}[event.key];
const link=to&&exhibit.querySelector(to);
if(link)location.hash=link.hash});
