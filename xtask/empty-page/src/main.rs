//! A page of one empty component: what Yew itself weighs.

use yew::prelude::*;

#[component]
fn Empty() -> Html {
    html! { <p>{ "empty" }</p> }
}

fn main() {
    yew::Renderer::<Empty>::new().render();
}
