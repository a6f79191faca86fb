// SPDX-License-Identifier: Apache-2.0
// The closed list of laws. A new law adds its header, its schema, one line of this list and its test.
// Source: each law's header names its own.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <froth/base/schema.h>
#include <froth/materials/bargteil.h>
#include <froth/materials/drucker_prager.h>
#include <froth/materials/drucker_prager_neo_hookean.h>
#include <froth/materials/fixed_corotated.h>
#include <froth/materials/herschel_bulkley.h>
#include <froth/materials/liquid.h>
#include <froth/materials/nacc.h>
#include <froth/materials/neo_hookean.h>
#include <froth/materials/oldroyd_b.h>
#include <froth/materials/snow.h>
#include <froth/materials/von_mises.h>

namespace froth {

/// Any law, chosen once per body outside the particle loops. Most laws are three-dimensional in planar scenes
/// too and depend on `Real` alone; one whose equations differ in the plane takes `Dim` as well.
template <int Dim, class Real>
using Law = std::variant<           //
    NeoHookean<Real>,               //
    FixedCorotated<Real>,           //
    Liquid<Real>,                   //
    DruckerPrager<Real>,            //
    DruckerPragerNeoHookean<Real>,  //
    VonMises<Real>,                 //
    Nacc<Real>,                     //
    Snow<Real>,                     //
    HerschelBulkley<Real>,          //
    OldroydB<Dim, Real>,            //
    Bargteil<Real>>;

/// Calls visit.operator()<L>() for every law of the list, in its order.
template <int Dim, class Real, class Visit>
void for_each_law(Visit&& visit) {
  [&]<class... L>(std::variant<L...>*) {
    (visit.template operator()<L>(), ...);
  }(static_cast<Law<Dim, Real>*>(nullptr));
}

struct LawInfo {
  std::string name;
  Schema schema;
  bool has_implicit_form;  ///< an implicit solver can use it: ImplicitLaw
};

/// Name and scene keys of every law, in the order of the list.
const std::vector<LawInfo>& law_infos();

/// The law called `name` with checked values; throws InputError for an unknown name.
template <int Dim, class Real>
Law<Dim, Real> make_law(std::string_view name, const Values& values);

/// Whether particles of this law with these values ever tear (tearing.h).
bool may_tear(std::string_view name, const Values& values);

}  // namespace froth
